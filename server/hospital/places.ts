/** A state or union territory with its main cities. */
export interface State {
  /** The part after `IN-` of ISO 3166-2. */
  stateId: string;
  stateName: string;
  cities: readonly City[];
}

/** A city; its id is made of its state's id and its name, so it stays when others are added. */
export interface City {
  cityId: string;
  cityName: string;
}

const names: readonly [id: string, name: string, cities: string][] = [
  ['AN', 'Andaman and Nicobar Islands', 'Diglipur, Mayabunder, Port Blair, Rangat'],
  [
    'AP',
    'Andhra Pradesh',
    'Adoni, Anantapur, Bhimavaram, Chittoor, Eluru, Guntakal, Guntur, Hindupur, Kadapa, Kakinada, Kurnool, Machilipatnam, Madanapalle, Nandyal, Narasaraopet, Nellore, Ongole, Proddatur, Rajahmundry, Srikakulam, Tadipatri, Tenali, Tirupati, Vijayawada, Visakhapatnam, Vizianagaram',
  ],
  ['AR', 'Arunachal Pradesh', 'Along, Bomdila, Itanagar, Naharlagun, Namsai, Pasighat, Roing, Tawang, Tezu, Ziro'],
  [
    'AS',
    'Assam',
    'Barpeta, Bongaigaon, Dhubri, Dibrugarh, Diphu, Goalpara, Golaghat, Guwahati, Jorhat, Karimganj, Kokrajhar, Lakhimpur, Nagaon, Nalbari, Silchar, Sivasagar, Tezpur, Tinsukia',
  ],
  [
    'BR',
    'Bihar',
    'Arrah, Aurangabad, Begusarai, Bettiah, Bhagalpur, Bihar Sharif, Buxar, Chhapra, Darbhanga, Gaya, Hajipur, Jamalpur, Katihar, Kishanganj, Madhubani, Motihari, Munger, Muzaffarpur, Nawada, Patna, Purnia, Saharsa, Samastipur, Sasaram, Siwan',
  ],
  ['CH', 'Chandigarh', 'Chandigarh'],
  [
    'CG',
    'Chhattisgarh',
    'Ambikapur, Bhilai, Bilaspur, Dhamtari, Durg, Jagdalpur, Janjgir, Kanker, Korba, Mahasamund, Raigarh, Raipur, Rajnandgaon',
  ],
  ['DH', 'Dadra and Nagar Haveli and Daman and Diu', 'Daman, Diu, Silvassa'],
  ['DL', 'Delhi', 'Delhi, Dwarka, Narela, New Delhi, Rohini, Saket, Shahdara'],
  ['GA', 'Goa', 'Bicholim, Canacona, Mapusa, Margao, Panaji, Ponda, Vasco da Gama'],
  [
    'GJ',
    'Gujarat',
    'Ahmedabad, Amreli, Anand, Ankleshwar, Bharuch, Bhavnagar, Bhuj, Botad, Dahod, Gandhidham, Gandhinagar, Godhra, Himatnagar, Jamnagar, Junagadh, Mehsana, Morbi, Nadiad, Navsari, Palanpur, Patan, Porbandar, Rajkot, Surat, Surendranagar, Vadodara, Valsad, Vapi, Veraval',
  ],
  [
    'HR',
    'Haryana',
    'Ambala, Bahadurgarh, Bhiwani, Faridabad, Fatehabad, Gurugram, Hisar, Jhajjar, Jind, Kaithal, Karnal, Kurukshetra, Nuh, Palwal, Panchkula, Panipat, Rewari, Rohtak, Sirsa, Sonipat, Yamunanagar',
  ],
  [
    'HP',
    'Himachal Pradesh',
    'Bilaspur, Chamba, Dharamshala, Hamirpur, Kangra, Kullu, Mandi, Nahan, Palampur, Shimla, Solan, Una',
  ],
  [
    'JK',
    'Jammu and Kashmir',
    'Anantnag, Baramulla, Bandipora, Doda, Jammu, Kathua, Kupwara, Poonch, Pulwama, Rajouri, Sopore, Srinagar, Udhampur',
  ],
  [
    'JH',
    'Jharkhand',
    'Bokaro, Chaibasa, Deoghar, Dhanbad, Dumka, Giridih, Godda, Hazaribagh, Jamshedpur, Medininagar, Ramgarh, Ranchi, Sahibganj',
  ],
  [
    'KA',
    'Karnataka',
    'Bagalkot, Ballari, Belagavi, Bengaluru, Bidar, Chamarajanagar, Chikkaballapur, Chikkamagaluru, Chitradurga, Davanagere, Dharwad, Gadag, Hassan, Haveri, Hosapete, Hubballi, Kalaburagi, Karwar, Kolar, Koppal, Madikeri, Mandya, Mangaluru, Manipal, Mysuru, Raichur, Ramanagara, Shivamogga, Tumakuru, Udupi, Vijayapura, Yadgir',
  ],
  [
    'KL',
    'Kerala',
    'Alappuzha, Aluva, Changanassery, Ernakulam, Idukki, Kalpetta, Kannur, Kasaragod, Kochi, Kollam, Kottayam, Kozhikode, Malappuram, Manjeri, Palakkad, Pathanamthitta, Perinthalmanna, Thalassery, Thiruvalla, Thiruvananthapuram, Thrissur',
  ],
  ['LA', 'Ladakh', 'Kargil, Leh'],
  ['LD', 'Lakshadweep', 'Agatti, Andrott, Kavaratti, Minicoy'],
  [
    'MP',
    'Madhya Pradesh',
    'Balaghat, Betul, Bhind, Bhopal, Burhanpur, Chhatarpur, Chhindwara, Damoh, Datia, Dewas, Dhar, Guna, Gwalior, Hoshangabad, Indore, Itarsi, Jabalpur, Katni, Khandwa, Khargone, Mandsaur, Morena, Neemuch, Ratlam, Rewa, Sagar, Satna, Sehore, Seoni, Shahdol, Shivpuri, Singrauli, Ujjain, Vidisha',
  ],
  [
    'MH',
    'Maharashtra',
    'Ahmednagar, Akola, Amravati, Beed, Bhandara, Bhiwandi, Buldhana, Chandrapur, Chhatrapati Sambhajinagar, Dharashiv, Dhule, Gondia, Hingoli, Ichalkaranji, Jalgaon, Jalna, Kalyan, Karad, Kolhapur, Latur, Malegaon, Miraj, Mumbai, Nagpur, Nanded, Nandurbar, Nashik, Navi Mumbai, Palghar, Panvel, Parbhani, Pimpri-Chinchwad, Pune, Ratnagiri, Sangli, Satara, Sindhudurg, Solapur, Thane, Ulhasnagar, Vasai-Virar, Wardha, Washim, Yavatmal',
  ],
  ['MN', 'Manipur', 'Bishnupur, Churachandpur, Imphal, Kakching, Senapati, Thoubal, Ukhrul'],
  ['ML', 'Meghalaya', 'Jowai, Nongpoh, Nongstoin, Shillong, Tura, Williamnagar'],
  ['MZ', 'Mizoram', 'Aizawl, Champhai, Kolasib, Lawngtlai, Lunglei, Saiha, Serchhip'],
  ['NL', 'Nagaland', 'Chumoukedima, Dimapur, Kohima, Mokokchung, Mon, Tuensang, Wokha, Zunheboto'],
  [
    'OD',
    'Odisha',
    'Angul, Balangir, Balasore, Bargarh, Baripada, Berhampur, Bhadrak, Bhawanipatna, Bhubaneswar, Cuttack, Dhenkanal, Jajpur, Jeypore, Jharsuguda, Kendrapara, Keonjhar, Koraput, Paradip, Puri, Rayagada, Rourkela, Sambalpur',
  ],
  ['PY', 'Puducherry', 'Karaikal, Mahe, Puducherry, Yanam'],
  [
    'PB',
    'Punjab',
    'Abohar, Amritsar, Barnala, Batala, Bathinda, Faridkot, Fazilka, Firozpur, Gurdaspur, Hoshiarpur, Jalandhar, Kapurthala, Khanna, Ludhiana, Malerkotla, Mansa, Moga, Mohali, Muktsar, Pathankot, Patiala, Phagwara, Rupnagar, Sangrur, Tarn Taran',
  ],
  [
    'RJ',
    'Rajasthan',
    'Ajmer, Alwar, Banswara, Baran, Barmer, Beawar, Bharatpur, Bhilwara, Bikaner, Bundi, Chittorgarh, Churu, Dausa, Dholpur, Dungarpur, Hanumangarh, Jaipur, Jaisalmer, Jhalawar, Jhunjhunu, Jodhpur, Kishangarh, Kota, Nagaur, Pali, Sawai Madhopur, Sikar, Sirohi, Sri Ganganagar, Tonk, Udaipur',
  ],
  ['SK', 'Sikkim', 'Gangtok, Gyalshing, Mangan, Namchi, Rangpo, Singtam'],
  [
    'TN',
    'Tamil Nadu',
    'Ambur, Avadi, Chengalpattu, Chennai, Coimbatore, Cuddalore, Dharmapuri, Dindigul, Erode, Hosur, Kanchipuram, Karaikudi, Karur, Krishnagiri, Kumbakonam, Madurai, Nagapattinam, Nagercoil, Namakkal, Ooty, Perambalur, Pollachi, Pudukkottai, Ramanathapuram, Salem, Sivakasi, Tambaram, Thanjavur, Theni, Thoothukudi, Tiruchirappalli, Tirunelveli, Tiruppur, Tiruvallur, Tiruvannamalai, Vellore, Viluppuram, Virudhunagar',
  ],
  [
    'TS',
    'Telangana',
    'Adilabad, Bhongir, Hyderabad, Jagtial, Karimnagar, Khammam, Kothagudem, Mahabubnagar, Mancherial, Medak, Miryalaguda, Nalgonda, Nizamabad, Ramagundam, Sangareddy, Secunderabad, Siddipet, Suryapet, Vikarabad, Wanaparthy, Warangal',
  ],
  ['TR', 'Tripura', 'Agartala, Ambassa, Belonia, Dharmanagar, Kailashahar, Khowai, Teliamura, Udaipur'],
  [
    'UP',
    'Uttar Pradesh',
    'Agra, Aligarh, Amroha, Ayodhya, Azamgarh, Bahraich, Ballia, Banda, Barabanki, Bareilly, Basti, Bijnor, Budaun, Bulandshahr, Chandauli, Deoria, Etah, Etawah, Farrukhabad, Fatehpur, Firozabad, Ghaziabad, Ghazipur, Gonda, Gorakhpur, Greater Noida, Hapur, Hardoi, Hathras, Jaunpur, Jhansi, Kanpur, Lakhimpur, Lalitpur, Lucknow, Mainpuri, Mathura, Mau, Meerut, Mirzapur, Moradabad, Muzaffarnagar, Noida, Orai, Pilibhit, Prayagraj, Raebareli, Rampur, Saharanpur, Sambhal, Shahjahanpur, Shamli, Sitapur, Sultanpur, Unnao, Varanasi',
  ],
  [
    'UK',
    'Uttarakhand',
    'Almora, Bageshwar, Dehradun, Haldwani, Haridwar, Kashipur, Kotdwar, Mussoorie, Nainital, Pauri, Pithoragarh, Ramnagar, Rishikesh, Roorkee, Rudrapur, Tehri',
  ],
  [
    'WB',
    'West Bengal',
    'Asansol, Balurghat, Bankura, Baharampur, Bardhaman, Barasat, Bolpur, Cooch Behar, Darjeeling, Durgapur, Haldia, Howrah, Jalpaiguri, Kalyani, Kharagpur, Kolkata, Krishnanagar, Malda, Midnapore, Purulia, Raiganj, Siliguri, Suri',
  ],
];

/** The 36 states and union territories of India, by name, with their main cities. */
export const states: readonly State[] = names.map(([stateId, stateName, cities]) => ({
  stateId,
  stateName,
  cities: cities.split(', ').map((cityName) => ({ cityId: cityIdOf(stateId, cityName), cityName })),
}));

function cityIdOf(stateId: string, cityName: string): string {
  return `${stateId}-${cityName.toLowerCase().replaceAll(' ', '-')}`;
}
