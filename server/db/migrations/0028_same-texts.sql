-- The text rules of contract/rules/text.ts and natural-order.ts. They name their characters, so that the result is
-- the same under every collation and release of PostgreSQL; tests/contract/text-parity.test.ts compares both sides.
CREATE OR REPLACE FUNCTION ward_lower(t text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(lower(t COLLATE "C"),
    'ÆÐØÞĐĦĲĿŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǄǅǇǈǊǋǤǱǲǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿẞỺỼỾℲⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫⅬⅭⅮⅯↃⒶⒷⒸⒹⒺⒻⒼⒽⒾⒿⓀⓁⓂⓃⓄⓅⓆⓇⓈⓉⓊⓋⓌⓍⓎⓏⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
    'æðøþđħĳŀłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǆǆǉǉǌǌǥǳǳƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿßỻỽỿⅎⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅺⅻⅼⅽⅾⅿↄⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ward_clean(t text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    regexp_replace(t, '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]', '', 'g'),
    '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000]+', ' ', 'g'))
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ward_key(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF t !~ '[^ -~]|^ |  | $' THEN RETURN lower(t COLLATE "C"); END IF;
  RETURN public.ward_lower(normalize(public.ward_clean(t), NFD));
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ward_folded(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF t !~ '[^ -~]|^ |  | $' THEN RETURN lower(t COLLATE "C"); END IF;
  t := normalize(public.ward_clean(normalize(replace(t, '´', ''''), NFKD)), NFD);
  t := translate(public.ward_lower(regexp_replace(t, '[\u0300-\u036f]', '', 'g')), 'øđðħıłŧ', 'oddhilt');
  RETURN replace(replace(replace(replace(t, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ward_search(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN regexp_replace(public.ward_folded(t), '[\u0027\u002d\u0060\u02b9\u02bb-\u02bc\u058a\u05be\u1400\u1806\u2010-\u2015\u2018-\u2019\u201b\u2032\u2212\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31-\ufe32\ufe58\ufe63\uff0d\U00010d6e\U00010ead]', '', 'g');
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ward_order(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  t := public.ward_folded(t);
  IF t !~ '[0-9]' THEN RETURN t; END IF;
  RETURN regexp_replace(regexp_replace(t, '([0-9]+)', '000000000000000\1', 'g'), '0*([0-9]{16,})', '\1', 'g');
END
$$;
--> statement-breakpoint
DROP INDEX "department_name";
--> statement-breakpoint
DROP INDEX "equipment_name";
--> statement-breakpoint
DROP INDEX "equipment_make_name";
--> statement-breakpoint
DROP INDEX "equipment_model_name";
--> statement-breakpoint
DROP INDEX "vendor_name";
--> statement-breakpoint
DROP INDEX "installation_serial";
--> statement-breakpoint
DROP INDEX "installation_public_serial";
--> statement-breakpoint
DROP INDEX "warranty_number";
--> statement-breakpoint
DROP INDEX "round_template_name";
--> statement-breakpoint
DROP INDEX "procedure_name";
--> statement-breakpoint
DROP INDEX "tester_serial";
--> statement-breakpoint
ALTER TABLE "installation" drop column "search";
--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "search" text GENERATED ALWAYS AS (ward_search(serial_number || ' ' || coalesce(location, ''))) STORED;
--> statement-breakpoint
ALTER TABLE "ticket" drop column "search";
--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "search" text GENERATED ALWAYS AS (ward_search(number || ' ' || problem_reported)) STORED;
--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "search" text GENERATED ALWAYS AS (ward_search(name || ' ' || phone || ' ' || email)) STORED;
--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "name_order" text COLLATE "C" GENERATED ALWAYS AS (ward_order(name)) STORED;
--> statement-breakpoint
ALTER TABLE "contact_person" ADD COLUMN "search" text GENERATED ALWAYS AS (ward_search(name || ' ' || phone)) STORED;
--> statement-breakpoint
ALTER TABLE "contact_person" ADD COLUMN "name_order" text COLLATE "C" GENERATED ALWAYS AS (ward_order(name)) STORED;
--> statement-breakpoint
ALTER TABLE "department" ADD COLUMN "is_twin" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "department" ADD COLUMN "search" text GENERATED ALWAYS AS (ward_search(name || ' ' || location)) STORED;
--> statement-breakpoint
ALTER TABLE "department" ADD COLUMN "name_order" text COLLATE "C" GENERATED ALWAYS AS (ward_order(name)) STORED;
--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "is_twin" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "search" text GENERATED ALWAYS AS (ward_search(name)) STORED;
--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "name_order" text COLLATE "C" GENERATED ALWAYS AS (ward_order(name)) STORED;
--> statement-breakpoint
ALTER TABLE "equipment_make" ADD COLUMN "is_twin" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "equipment_make" ADD COLUMN "search" text GENERATED ALWAYS AS (ward_search(name)) STORED;
--> statement-breakpoint
ALTER TABLE "equipment_make" ADD COLUMN "name_order" text COLLATE "C" GENERATED ALWAYS AS (ward_order(name)) STORED;
--> statement-breakpoint
ALTER TABLE "equipment_model" ADD COLUMN "is_twin" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "equipment_model" ADD COLUMN "search" text GENERATED ALWAYS AS (ward_search(name)) STORED;
--> statement-breakpoint
ALTER TABLE "equipment_model" ADD COLUMN "name_order" text COLLATE "C" GENERATED ALWAYS AS (ward_order(name)) STORED;
--> statement-breakpoint
ALTER TABLE "vendor" ADD COLUMN "is_twin" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "vendor" ADD COLUMN "search" text GENERATED ALWAYS AS (ward_search(name || ' ' || location)) STORED;
--> statement-breakpoint
ALTER TABLE "vendor" ADD COLUMN "name_order" text COLLATE "C" GENERATED ALWAYS AS (ward_order(name)) STORED;
--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "is_twin" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "serial_order" text COLLATE "C" GENERATED ALWAYS AS (ward_order(serial_number)) STORED;
--> statement-breakpoint
ALTER TABLE "warranty" ADD COLUMN "is_twin" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "warranty" ADD COLUMN "search" text GENERATED ALWAYS AS (ward_search(number)) STORED;
--> statement-breakpoint
ALTER TABLE "warranty" ADD COLUMN "number_order" text COLLATE "C" GENERATED ALWAYS AS (ward_order(number)) STORED;
--> statement-breakpoint
ALTER TABLE "round_template" ADD COLUMN "is_twin" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "procedure" ADD COLUMN "is_twin" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "procedure" ADD COLUMN "search" text GENERATED ALWAYS AS (ward_search(name)) STORED;
--> statement-breakpoint
ALTER TABLE "procedure" ADD COLUMN "name_order" text COLLATE "C" GENERATED ALWAYS AS (ward_order(name)) STORED;
--> statement-breakpoint
ALTER TABLE "tester" ADD COLUMN "is_twin" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "tester" ADD COLUMN "search" text GENERATED ALWAYS AS (ward_search(name || ' ' || serial_number)) STORED;
--> statement-breakpoint
ALTER TABLE "tester" ADD COLUMN "name_order" text COLLATE "C" GENERATED ALWAYS AS (ward_order(name)) STORED;
--> statement-breakpoint
-- Records that differ only by what the comparison now ignores stay as they are: the oldest of each is the one that is unique.
UPDATE "department" SET is_twin = true FROM (
  SELECT hospital_id, id, row_number() OVER (PARTITION BY hospital_id, ward_key(name) ORDER BY created_at, id) AS place
  FROM "department" WHERE retired_at IS NULL
) known WHERE known.place > 1 AND "department".hospital_id = known.hospital_id AND "department".id = known.id;
--> statement-breakpoint
UPDATE "vendor" SET is_twin = true FROM (
  SELECT hospital_id, id, row_number() OVER (PARTITION BY hospital_id, ward_key(name) ORDER BY created_at, id) AS place
  FROM "vendor" WHERE retired_at IS NULL
) known WHERE known.place > 1 AND "vendor".hospital_id = known.hospital_id AND "vendor".id = known.id;
--> statement-breakpoint
UPDATE "equipment" SET is_twin = true FROM (
  SELECT hospital_id, id, row_number() OVER (PARTITION BY hospital_id, ward_key(name) ORDER BY created_at, id) AS place
  FROM "equipment" WHERE retired_at IS NULL
) known WHERE known.place > 1 AND "equipment".hospital_id = known.hospital_id AND "equipment".id = known.id;
--> statement-breakpoint
UPDATE "equipment_make" SET is_twin = true FROM (
  SELECT hospital_id, id, row_number() OVER (PARTITION BY hospital_id, ward_key(name) ORDER BY created_at, id) AS place
  FROM "equipment_make" WHERE retired_at IS NULL
) known WHERE known.place > 1 AND "equipment_make".hospital_id = known.hospital_id AND "equipment_make".id = known.id;
--> statement-breakpoint
UPDATE "equipment_model" SET is_twin = true FROM (
  SELECT hospital_id, id, row_number() OVER (PARTITION BY hospital_id, make_id, equipment_id, ward_key(name) ORDER BY created_at, id) AS place
  FROM "equipment_model" WHERE retired_at IS NULL
) known WHERE known.place > 1 AND "equipment_model".hospital_id = known.hospital_id AND "equipment_model".id = known.id;
--> statement-breakpoint
UPDATE "procedure" SET is_twin = true FROM (
  SELECT hospital_id, id, row_number() OVER (PARTITION BY hospital_id, ward_key(name) ORDER BY created_at, id) AS place
  FROM "procedure" WHERE retired_at IS NULL
) known WHERE known.place > 1 AND "procedure".hospital_id = known.hospital_id AND "procedure".id = known.id;
--> statement-breakpoint
UPDATE "tester" SET is_twin = true FROM (
  SELECT hospital_id, id, row_number() OVER (PARTITION BY hospital_id, ward_key(serial_number) ORDER BY created_at, id) AS place
  FROM "tester" WHERE retired_at IS NULL
) known WHERE known.place > 1 AND "tester".hospital_id = known.hospital_id AND "tester".id = known.id;
--> statement-breakpoint
UPDATE "round_template" SET is_twin = true FROM (
  SELECT hospital_id, id, row_number() OVER (PARTITION BY hospital_id, ward_key(name) ORDER BY created_at, id) AS place
  FROM "round_template" WHERE retired_at IS NULL
) known WHERE known.place > 1 AND "round_template".hospital_id = known.hospital_id AND "round_template".id = known.id;
--> statement-breakpoint
UPDATE "installation" SET is_twin = true FROM (
  SELECT hospital_id, id, row_number() OVER (PARTITION BY hospital_id, ward_key(serial_number) ORDER BY created_at, id) AS place
  FROM "installation" WHERE retired_at IS NULL
) known WHERE known.place > 1 AND "installation".hospital_id = known.hospital_id AND "installation".id = known.id;
--> statement-breakpoint
UPDATE "warranty" SET is_twin = true FROM (
  SELECT hospital_id, id, row_number() OVER (PARTITION BY hospital_id, ward_key(number) ORDER BY created_at, id) AS place
  FROM "warranty" WHERE retired_at IS NULL
) known WHERE known.place > 1 AND "warranty".hospital_id = known.hospital_id AND "warranty".id = known.id;
--> statement-breakpoint
-- A twin that gets another name is compared like every other record.
CREATE OR REPLACE FUNCTION ward_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF public.ward_key(to_jsonb(NEW) ->> TG_ARGV[0]) <> public.ward_key(to_jsonb(OLD) ->> TG_ARGV[0]) THEN
    NEW.is_twin := false;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "department_renamed" BEFORE UPDATE OF name ON "department"
  FOR EACH ROW WHEN (OLD.is_twin) EXECUTE FUNCTION ward_renamed('name');
--> statement-breakpoint
CREATE TRIGGER "vendor_renamed" BEFORE UPDATE OF name ON "vendor"
  FOR EACH ROW WHEN (OLD.is_twin) EXECUTE FUNCTION ward_renamed('name');
--> statement-breakpoint
CREATE TRIGGER "equipment_renamed" BEFORE UPDATE OF name ON "equipment"
  FOR EACH ROW WHEN (OLD.is_twin) EXECUTE FUNCTION ward_renamed('name');
--> statement-breakpoint
CREATE TRIGGER "equipment_make_renamed" BEFORE UPDATE OF name ON "equipment_make"
  FOR EACH ROW WHEN (OLD.is_twin) EXECUTE FUNCTION ward_renamed('name');
--> statement-breakpoint
CREATE TRIGGER "equipment_model_renamed" BEFORE UPDATE OF name ON "equipment_model"
  FOR EACH ROW WHEN (OLD.is_twin) EXECUTE FUNCTION ward_renamed('name');
--> statement-breakpoint
CREATE TRIGGER "procedure_renamed" BEFORE UPDATE OF name ON "procedure"
  FOR EACH ROW WHEN (OLD.is_twin) EXECUTE FUNCTION ward_renamed('name');
--> statement-breakpoint
CREATE TRIGGER "tester_renamed" BEFORE UPDATE OF serial_number ON "tester"
  FOR EACH ROW WHEN (OLD.is_twin) EXECUTE FUNCTION ward_renamed('serial_number');
--> statement-breakpoint
CREATE TRIGGER "round_template_renamed" BEFORE UPDATE OF name ON "round_template"
  FOR EACH ROW WHEN (OLD.is_twin) EXECUTE FUNCTION ward_renamed('name');
--> statement-breakpoint
CREATE TRIGGER "installation_renamed" BEFORE UPDATE OF serial_number ON "installation"
  FOR EACH ROW WHEN (OLD.is_twin) EXECUTE FUNCTION ward_renamed('serial_number');
--> statement-breakpoint
CREATE TRIGGER "warranty_renamed" BEFORE UPDATE OF number ON "warranty"
  FOR EACH ROW WHEN (OLD.is_twin) EXECUTE FUNCTION ward_renamed('number');
--> statement-breakpoint
CREATE INDEX "contact_person_order" ON "contact_person" USING btree ("hospital_id","name_order","id");
--> statement-breakpoint
CREATE INDEX "department_order" ON "department" USING btree ("hospital_id","name_order","id");
--> statement-breakpoint
CREATE INDEX "equipment_order" ON "equipment" USING btree ("hospital_id","name_order","id");
--> statement-breakpoint
CREATE INDEX "equipment_make_order" ON "equipment_make" USING btree ("hospital_id","name_order","id");
--> statement-breakpoint
CREATE INDEX "equipment_model_order" ON "equipment_model" USING btree ("hospital_id","name_order","id");
--> statement-breakpoint
CREATE INDEX "vendor_order" ON "vendor" USING btree ("hospital_id","name_order","id");
--> statement-breakpoint
CREATE INDEX "installation_order" ON "installation" USING btree ("hospital_id","serial_order","id") WHERE "installation"."retired_at" is null;
--> statement-breakpoint
CREATE INDEX "warranty_order" ON "warranty" USING btree ("hospital_id","number_order","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "department_name" ON "department" USING btree ("hospital_id",ward_key("name")) WHERE "department"."retired_at" is null and not "department"."is_twin";
--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_name" ON "equipment" USING btree ("hospital_id",ward_key("name")) WHERE "equipment"."retired_at" is null and not "equipment"."is_twin";
--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_make_name" ON "equipment_make" USING btree ("hospital_id",ward_key("name")) WHERE "equipment_make"."retired_at" is null and not "equipment_make"."is_twin";
--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_model_name" ON "equipment_model" USING btree ("hospital_id","make_id","equipment_id",ward_key("name")) WHERE "equipment_model"."retired_at" is null and not "equipment_model"."is_twin";
--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_name" ON "vendor" USING btree ("hospital_id",ward_key("name")) WHERE "vendor"."retired_at" is null and not "vendor"."is_twin";
--> statement-breakpoint
CREATE UNIQUE INDEX "installation_serial" ON "installation" USING btree ("hospital_id",ward_key("serial_number")) WHERE "installation"."retired_at" is null and not "installation"."is_twin";
--> statement-breakpoint
CREATE INDEX "installation_public_serial" ON "installation" USING btree (ward_key("serial_number"));
--> statement-breakpoint
CREATE UNIQUE INDEX "warranty_number" ON "warranty" USING btree ("hospital_id",ward_key("number")) WHERE "warranty"."retired_at" is null and not "warranty"."is_twin";
--> statement-breakpoint
CREATE UNIQUE INDEX "round_template_name" ON "round_template" USING btree ("hospital_id",ward_key("name")) WHERE "round_template"."retired_at" is null and not "round_template"."is_twin";
--> statement-breakpoint
CREATE UNIQUE INDEX "procedure_name" ON "procedure" USING btree ("hospital_id",ward_key("name")) WHERE "procedure"."retired_at" is null and not "procedure"."is_twin";
--> statement-breakpoint
CREATE UNIQUE INDEX "tester_serial" ON "tester" USING btree ("hospital_id",ward_key("serial_number")) WHERE "tester"."retired_at" is null and not "tester"."is_twin";
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX installation_search ON installation USING gin (search gin_trgm_ops);
    CREATE INDEX ticket_search ON ticket USING gin (search gin_trgm_ops);
  END IF;
END
$$;
