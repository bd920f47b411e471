import { describe, expect, it } from 'vitest';
import { mentionedIn, mentionOf } from '#contract/rules/mentions.ts';

const people = [
  { id: 'asha', name: 'Asha Rao' },
  { id: 'asha-k', name: 'Asha Rao Kulkarni' },
  { id: 'jose', name: 'José D’Souza' },
  { id: 'ravi', name: 'रवि' },
  { id: 'nobody', name: ' ' },
];

describe('P363 a note names', () => {
  it.each<[string, string[]]>([
    [`Please look, ${mentionOf('Asha Rao')}.`, ['asha']],
    ['@asha  RAO: done', ['asha']],
    ['@Asha Rao Kulkarni has the key, @Asha Rao the part.', ['asha', 'asha-k']],
    ['(@José D’Souza)', ['jose']],
    ['@रवि, देखिए', ['ravi']],
    ['Asha Rao without the sign', []],
    ['mail to office@asha rao', []],
    ['@Asha Raoul is somebody else', []],
    ['@रविन is somebody else', []],
    ['@ and @@ and a last @', []],
  ])('%j: %j', (text, ids) => {
    expect(mentionedIn(text, people)).toEqual(ids);
  });
});
