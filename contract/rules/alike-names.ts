import { foldedText } from './text.ts';

/** Cyrillic and Greek letters that look like Latin ones, and below each the Latin letter. */
const foreign = 'АаВЕеЅѕІіЈјКкМНОоРрСсТУуҮүХхԀԁҺһԚԛԜԝӀӏѴѵԌԍΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορτυχϲϳ';
const latin = 'AaBEeSsIiJjKkMHOoPpCcTYyYyXxDdHhQqWwIlVvGgABEZHIKMNOPTYXayikvoptuxcj';
const latinOf = new Map([...foreign].map((letter, at) => [letter, latin[at] ?? letter]));

/** Characters without a width of their own, such as variation selectors, besides those that `foldedText` removes. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu;
/** Alphabets whose letters look like Latin ones. The scripts of India, in which names are written too, do not. */
const alikeScripts =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;

/** Returns whether two names look the same in print, so that records would not show who is meant. */
export function areAlikeNames(one: string, other: string): boolean {
  const others = keysOf(other);
  return keysOf(one).some((key, at) => key === others[at]);
}

/** Returns whether a name mixes Latin letters with those of an alphabet that looks similar. */
export const mixesAlphabets = (name: string): boolean => /\p{Script=Latin}/u.test(name) && alikeScripts.test(name);

/** Returns the keys of a name: by its letters, by Latin letters that look like them, and by the shapes of those. */
function keysOf(name: string): string[] {
  const visible = name
    .normalize('NFKD')
    .replace(unseen, '')
    .replace(/[\s.]+/g, ' ')
    .trim();
  const latin = [...visible].map((letter) => latinOf.get(letter) ?? letter).join('');
  return [visible, latin, shapeOf(latin)].map(foldedText);
}

/** Returns a text that is equal for letters and digits of the same shape. */
const shapeOf = (text: string): string =>
  text.replace(/[I1|]/g, 'l').replaceAll('0', 'o').replaceAll('rn', 'm').replaceAll('vv', 'w');
