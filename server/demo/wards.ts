/** Some devices of one model in one ward. */
export interface WardDevices {
  equipment: string;
  make: string;
  model: string;
  /** Prefix of the serial numbers, as the manufacturer writes them. */
  serial: string;
  count: number;
}

/** A department of the demo hospital with its devices. */
export interface Ward {
  name: string;
  location: string;
  /** Places inside, in walking order. */
  places: string[];
  devices: WardDevices[];
}

const of = (equipment: string, make: string, model: string, serial: string, count: number): WardDevices => ({
  equipment,
  make,
  model,
  serial,
  count,
});

/** The departments from the ground floor up, with real makes and models. */
export const wards: Ward[] = [
  {
    name: 'Emergency',
    location: 'Block A, Ground floor',
    places: ['Triage', 'Resuscitation 1', 'Resuscitation 2', 'Bays 1-6', 'Bays 7-12', 'Ambulance bay'],
    devices: [
      of('Transport Ventilator', 'Hamilton Medical', 'HAMILTON-T1', 'HT1-', 3),
      of('Patient Monitor', 'Mindray', 'BeneVision N12', 'FV-', 10),
      of('Defibrillator', 'ZOLL', 'R Series', 'AF15C0', 4),
      of('Automated External Defibrillator', 'Philips', 'HeartStart FRx', 'B14D-', 2),
      of('Syringe Pump', 'B. Braun', 'Perfusor Space', '8713030-', 12),
      of('ECG Machine', 'GE HealthCare', 'MAC 2000', 'SJT', 3),
      of('Suction Apparatus', 'ATMOS', 'C 361 Battery', 'AT361-', 5),
      of('Nebuliser', 'Omron', 'NE-C28', 'NEC28-', 4),
    ],
  },
  {
    name: 'Radiology',
    location: 'Block A, Ground floor',
    places: ['CT room', 'X-ray 1', 'X-ray 2', 'Ultrasound 1', 'Ultrasound 2'],
    devices: [
      of('CT Scanner', 'Siemens Healthineers', 'SOMATOM go.Up', '118-', 1),
      of('X-Ray System', 'Siemens Healthineers', 'Multix Fusion', '10762470-', 2),
      of('Mobile X-Ray', 'Carestream', 'DRX-Revolution', 'DRXR-', 2),
      of('Ultrasound Scanner', 'GE HealthCare', 'LOGIQ P9', 'LP9-', 3),
    ],
  },
  {
    name: 'Laboratory',
    location: 'Block A, First floor',
    places: ['Haematology', 'Biochemistry', 'Microbiology', 'Blood bank'],
    devices: [
      of('Haematology Analyser', 'Sysmex', 'XN-550', 'XN-', 2),
      of('Blood Gas Analyser', 'Radiometer', 'ABL90 FLEX', 'I393-092R', 2),
      of('Chemistry Analyser', 'Beckman Coulter', 'AU480', 'AU48-', 2),
      of('Centrifuge', 'Eppendorf', '5702', '5702YL', 5),
      of('Biological Safety Cabinet', 'Thermo Fisher', 'MSC-Advantage 1.2', '4228-', 2),
      of('Microscope', 'Olympus', 'CX23', 'CX23-', 6),
      of('Blood Bank Refrigerator', 'Haier Biomedical', 'HXC-358', 'HXC-', 3),
    ],
  },
  {
    name: 'Intensive Care Unit',
    location: 'Block B, First floor',
    places: ['Beds 1-4', 'Beds 5-8', 'Beds 9-12', 'Beds 13-16', 'Isolation 1', 'Isolation 2', 'Equipment store'],
    devices: [
      of('Ventilator', 'Dräger', 'Evita V500', 'ASHD-', 10),
      of('Ventilator', 'Hamilton Medical', 'HAMILTON-C3', 'HC3-', 6),
      of('Patient Monitor', 'Philips', 'IntelliVue MX550', 'DE7281', 16),
      of('Syringe Pump', 'B. Braun', 'Perfusor Space', '8713031-', 32),
      of('Infusion Pump', 'B. Braun', 'Infusomat Space', '8713050-', 12),
      of('Defibrillator', 'Philips', 'HeartStart XL+', 'US3240', 2),
      of('Suction Apparatus', 'ATMOS', 'C 451', 'AT451-', 4),
      of('ECG Machine', 'Schiller', 'CARDIOVIT AT-102 G2', '190.', 1),
    ],
  },
  {
    name: 'Neonatal ICU',
    location: 'Block B, Second floor',
    places: ['Bay A', 'Bay B', 'Step-down', 'Phototherapy room'],
    devices: [
      of('Infant Incubator', 'Dräger', 'Isolette 8000 plus', 'ASKC-', 8),
      of('Infant Radiant Warmer', 'GE HealthCare', 'Lullaby Warmer Prime', 'SLW-', 8),
      of('Phototherapy Unit', 'Phoenix Medical', 'NPT 100', 'NPT-', 6),
      of('CPAP System', 'Fisher & Paykel', 'BC161 Bubble CPAP', 'BC-', 5),
      of('Ventilator', 'SLE', 'SLE6000', '6K-', 4),
      of('Syringe Pump', 'Fresenius Kabi', 'Agilia SP', '2405', 14),
      of('Pulse Oximeter', 'Masimo', 'Rad-97', 'RAD97-', 8),
    ],
  },
  {
    name: 'Operation Theatre',
    location: 'Block B, Third floor',
    places: ['Theatre 1', 'Theatre 2', 'Theatre 3', 'Theatre 4', 'Recovery'],
    devices: [
      of('Anaesthesia Workstation', 'Dräger', 'Fabius plus', 'ASJE-', 4),
      of('Patient Monitor', 'GE HealthCare', 'CARESCAPE B450', 'SK9', 8),
      of('Electrosurgical Unit', 'Medtronic', 'Valleylab FT10', 'T7C', 4),
      of('Operating Table', 'Getinge', 'Maquet Yuno II', '1433-', 4),
      of('Surgical Light', 'Getinge', 'Maquet PowerLED II', '5690-', 4),
      of('C-Arm', 'Philips', 'BV Endura', 'BVE-', 1),
      of('Suction Apparatus', 'ATMOS', 'Record 55', 'R55-', 6),
      of('Defibrillator', 'ZOLL', 'M Series', 'T05K', 2),
      of('Syringe Pump', 'Fresenius Kabi', 'Agilia SP TIVA', '2407', 8),
    ],
  },
  {
    name: 'Cardiology',
    location: 'Block C, Ground floor',
    places: ['ECG room', 'Stress test', 'Echo room', 'CCU beds 1-6'],
    devices: [
      of('ECG Machine', 'Philips', 'PageWriter TC30', 'CND', 3),
      of('Treadmill Stress System', 'GE HealthCare', 'CASE 6.73', 'CASE-', 1),
      of('Ultrasound Scanner', 'Philips', 'EPIQ CVx', 'US62', 1),
      of('Patient Monitor', 'Philips', 'IntelliVue MX450', 'DE7280', 6),
      of('Infusion Pump', 'Fresenius Kabi', 'Agilia VP', '2403', 6),
      of('Defibrillator', 'Philips', 'HeartStart Intrepid', 'USI', 1),
    ],
  },
  {
    name: 'Dialysis',
    location: 'Block C, First floor',
    places: ['Stations 1-5', 'Stations 6-10', 'Isolation station'],
    devices: [
      of('Haemodialysis Machine', 'Fresenius Medical Care', '4008S Classic', '8VCA', 8),
      of('Haemodialysis Machine', 'Nipro', 'Surdial X', 'SDX-', 3),
      of('Patient Monitor', 'Mindray', 'uMEC12', 'KN-', 4),
      of('Infusion Pump', 'Mindray', 'BeneFusion VP5', 'JK-', 4),
    ],
  },
  {
    name: 'Maternity',
    location: 'Block C, Second floor',
    places: ['Labour room 1', 'Labour room 2', 'Antenatal clinic', 'Postnatal ward'],
    devices: [
      of('Fetal Monitor', 'Philips', 'Avalon FM20', 'DE53', 6),
      of('Infant Radiant Warmer', 'Phoenix Medical', 'CR 200', 'CRW-', 3),
      of('Ultrasound Scanner', 'Mindray', 'DC-40', 'TT-', 1),
      of('Infusion Pump', 'B. Braun', 'Infusomat P', '8713060-', 6),
      of('Suction Apparatus', 'ATMOS', 'C 161 Battery', 'AT161-', 3),
      of('Pulse Oximeter', 'Nonin', '7500', '5019', 4),
      of('Hospital Bed, electric', 'Stryker', 'SV2', 'SV2-', 10),
    ],
  },
  {
    name: 'General Ward',
    location: 'Block D, First floor',
    places: ['Rooms 101-106', 'Rooms 107-112', 'Rooms 113-118', 'Nurses station'],
    devices: [
      of('Patient Monitor', 'Mindray', 'VS-900', 'BY-', 10),
      of('Infusion Pump', 'Fresenius Kabi', 'Agilia VP', '2404', 18),
      of('Pulse Oximeter', 'Nellcor', 'PM10N', 'MBP', 8),
      of('Nebuliser', 'Philips Respironics', 'InnoSpire Essence', 'ISE', 6),
      of('Hospital Bed, electric', 'Hill-Rom', 'Hill-Rom 900', 'HR900-', 20),
      of('ECG Machine', 'BPL', 'Cardiart 9108', 'BPL9108-', 2),
    ],
  },
  {
    name: 'Endoscopy',
    location: 'Block D, Second floor',
    places: ['Procedure room 1', 'Procedure room 2', 'Reprocessing'],
    devices: [
      of('Endoscopy System', 'Olympus', 'EVIS EXERA III CV-190', '7145', 2),
      of('Electrosurgical Unit', 'Erbe', 'VIO 300 D', '11346', 2),
      of('Patient Monitor', 'Mindray', 'iMEC8', 'EX-', 3),
      of('Suction Apparatus', 'ATMOS', 'C 261', 'AT261-', 3),
    ],
  },
  {
    name: 'Sterile Supply',
    location: 'Block D, Basement',
    places: ['Clean side', 'Packing'],
    devices: [
      of('Steam Steriliser', 'Getinge', 'HS66', 'WAA', 3),
      of('Steam Steriliser', 'Tuttnauer', '3870 ELV', '1909', 2),
    ],
  },
];

/** Suppliers by the makes they sell; the last one supplies all others. */
export const vendors: { name: string; location: string; makes: string[]; contact: string; phone: string }[] = [
  {
    name: 'Draeger India',
    location: 'Mumbai',
    makes: ['Dräger'],
    contact: 'Service desk Mumbai',
    phone: '+91 22 4000 1101',
  },
  {
    name: 'Philips India',
    location: 'Gurugram',
    makes: ['Philips', 'Philips Respironics'],
    contact: 'Care centre Gurugram',
    phone: '+91 124 400 1102',
  },
  {
    name: 'Wipro GE Healthcare',
    location: 'Bengaluru',
    makes: ['GE HealthCare'],
    contact: 'Service desk Bengaluru',
    phone: '+91 80 4000 1103',
  },
  {
    name: 'Mindray Medical India',
    location: 'Gurugram',
    makes: ['Mindray'],
    contact: 'Service desk Gurugram',
    phone: '+91 124 400 1104',
  },
  {
    name: 'B. Braun Medical India',
    location: 'New Delhi',
    makes: ['B. Braun'],
    contact: 'Technical service Delhi',
    phone: '+91 11 4000 1105',
  },
  {
    name: 'Sahyadri Biomedical Services',
    location: 'Pune',
    makes: [],
    contact: 'Service desk Pune',
    phone: '+91 20 4000 1106',
  },
];
