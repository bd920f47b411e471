/** The languages of the page, each by its own name. */
export const languages = {
  en: 'English',
  hi: 'हिन्दी',
  ta: 'தமிழ்',
  bn: 'বাংলা',
  ar: 'العربية',
} as const;

/** A language of the page. */
export type Language = keyof typeof languages;

/** Returns the text of a key with its values filled in. */
export type Words = (key: string, facts?: Readonly<Record<string, string | number>>) => string;

type Catalogue = Readonly<Record<string, (facts?: Readonly<Record<string, string | number>>) => string>>;

const catalogues: Readonly<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  en: () => import('./words/en.messages'),
  hi: () => import('./words/hi.messages'),
  ta: () => import('./words/ta.messages'),
  bn: () => import('./words/bn.messages'),
  ar: () => import('./words/ar.messages'),
};

const storageKey = 'visitor-language';
const isLanguage = (text: string | undefined): text is Language => text !== undefined && text in languages;

/** Returns the language chosen on this phone, else the first of the browser's languages that the page supports. */
export function preferredLanguage(asked: readonly string[]): Language {
  const wanted = [chosenLanguage(), ...asked.map((tag) => tag.split('-')[0]?.toLowerCase())];
  return wanted.find(isLanguage) ?? 'en';
}

function chosenLanguage(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores the chosen language on this phone. */
export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // In a browser without storage, the choice lasts until the page is left.
  }
}

/** Loads the texts of a language and sets the page's text direction. */
export async function loadWords(language: Language): Promise<Words> {
  const { default: catalogue } = await catalogues[language]();
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  return (key, facts = {}) => catalogue[key]?.(facts) ?? key;
}

/** Keeps a number left to right within a sentence of any language. Source: Unicode, directional isolates. */
export const leftToRight = (text: string): string => `\u2066${text}\u2069`;

/** Returns a time of day of the hospital, with the day if it is not today's; Latin digits in every language. */
export function timeWords(language: Language, instant: string, timeZone: string, now: number): string {
  const show = (options: Intl.DateTimeFormatOptions, at: number) =>
    new Intl.DateTimeFormat(`${language === 'en' ? 'en-GB' : language}-u-nu-latn`, { ...options, timeZone }).format(at);
  const at = Date.parse(instant);
  const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
  // With `hour12: false`, older browsers call midnight 24:00.
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  return show(day, at) === show(day, now) ? show(time, at) : show({ ...day, ...time }, at);
}
