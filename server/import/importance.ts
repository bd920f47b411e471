import { isNull } from 'drizzle-orm';
import type { ImportReport } from '#contract/calls/import.ts';
import type { Importance } from '#contract/records/ward.ts';
import { sameKey } from '#contract/rules/text.ts';
import { equipment } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { namesOne } from '../procedure/starter/set.ts';
import type { ImportedDevice } from './columns.ts';

/**
 * The starter list: words in the names of equipment that keeps patients alive or is used on those in danger. They count
 * before the words of other equipment, whose absence is an inconvenience first.
 */
const criticalWords =
  'ventilat,anaesthes,anesthes,boyle,defib,aed,patient monitor,multipara,bedside monitor,cardiac monitor,arrhythmia,' +
  'infusion,syringe pump,pca,infant incubator,neonatal incubator,baby incubator,transport incubator,radiant,infant warmer,' +
  'baby warmer,cpap,bipap,high flow,hfnc,dialysis,heart lung,balloon pump,iabp,ecmo,assist console,pacemaker,' +
  'oxygen concentrator,electrosurgical,cautery,suction machine,suction apparatus,resuscitat,cpr,oximeter,capnograph,' +
  'blood gas,abg,fetal monitor,foetal monitor,ctg,operation table,operating table,ot table,operation theatre light,' +
  'operating light,ot light,surgical robot,linear accelerator,crash cart';
const otherWords =
  'analyser,analyzer,centrifuge,microscope,x ray,xray,ultrasound,scanner,ct,mri,mammograph,c arm,radiograph,cath lab,' +
  'bed,stretcher,trolley,couch,chair,wheelchair,lift,scale,weighing,steril,autoclave,washer,refrigerator,freezer,' +
  'incubator,oven,bath,scope,printer,reader,camera,display,thermometer,bp apparatus,sphygmomanometer,ecg,eeg,emg,' +
  'treadmill,tens,diathermy,traction,laser,drill,shaver,light source,headlight,stabilizer,ups,compressor,fumigator,' +
  'doppler,spirometer,pft,elisa,sealer,mixer,cabinet,laminar,colorimeter,ph meter,phaco,slit lamp,keratometer,' +
  'humidifier,nebuli,tourniquet,insufflator,data logger';

/** The importance that the starter list proposes for equipment; Critical for what it does not know. */
export function proposedImportance(name: string): Importance {
  if (namesOne(criticalWords.split(','), name)) return 'Critical';
  return namesOne(otherWords.split(','), name) ? 'Non-Critical' : 'Critical';
}

type Asked = ImportReport['result']['Importance'][number];

/**
 * The equipment types that a register would make without a word on their importance, with the number of their devices and
 * what is proposed. Source: docs/product.md P250.
 */
export async function withoutImportance(scope: HospitalScope, devices: readonly ImportedDevice[]): Promise<Asked[]> {
  const known = await scope.list(equipment, isNull(equipment.retiredAt));
  const decided = new Set(known.map(({ name }) => sameKey(name)));
  for (const { equipmentName, importance } of devices) if (importance) decided.add(sameKey(equipmentName));
  const asked = new Map<string, Asked>();
  for (const { equipmentName: name } of devices) {
    const key = sameKey(name);
    if (decided.has(key)) continue;
    const { devices: before = 0, ...first } = asked.get(key) ?? { name, proposed: proposedImportance(name) };
    asked.set(key, { ...first, devices: before + 1 });
  }
  return [...asked.values()];
}

/**
 * The devices with the importance of their type: what any row of the register says of it, else what the Admin has chosen,
 * else what is proposed.
 */
export function withImportance<Device extends ImportedDevice>(
  devices: readonly Device[],
  asked: readonly Asked[],
  chosen: Readonly<Record<string, Importance>> = {},
): Device[] {
  const byKey = new Map(asked.map(({ name, proposed }) => [sameKey(name), proposed]));
  for (const [name, importance] of Object.entries(chosen)) {
    if (byKey.has(sameKey(name))) byKey.set(sameKey(name), importance);
  }
  for (const { equipmentName, importance } of devices) {
    if (importance && !byKey.has(sameKey(equipmentName))) byKey.set(sameKey(equipmentName), importance);
  }
  return devices.map((device) => {
    const importance = device.importance ?? byKey.get(sameKey(device.equipmentName));
    return importance ? { ...device, importance } : device;
  });
}
