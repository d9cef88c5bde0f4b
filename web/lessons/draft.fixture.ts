/** Drafts as somebody may have written them, drawn at random. */

import fc from 'fast-check';
import type { Draft, DraftQuestion, DraftScene, DraftStep } from './draft';
import { CHART_NAMES, LANE_FIGURES, PARTS } from './lesson';
import { PATH_UNITS, type Path, pathText } from './path';
import { READINGS } from './readings';

const word = fc.stringMatching(/^[a-zäπ]{1,8}$/u);
const piece = fc.oneof(
  word,
  word.map((text) => `**${text}**`),
  word.map((text) => `*${text}*`),
  word.map((text) => `\`${text}\``),
  fc.constantFrom(
    '[[victim]]',
    '[[erase|erasing]]',
    '{{erases}}',
    'a < b',
    '3. 5',
    '#7',
    '1 − 2',
    '<b>',
    '\\*',
    '5 * 6',
    '"so"',
  ),
);
export const sentence = fc
  .tuple(word, fc.array(piece, { maxLength: 6 }))
  .map(([first, rest]) => [first, ...rest].join(' '));
const listed = fc.array(sentence, { minLength: 1, maxLength: 3 });
const block = fc.oneof(
  sentence,
  sentence.map((text) => `> ${text}`),
  listed.map((items) => items.map((item) => `- ${item}`).join('\n')),
  listed.map((items) => items.map((item, at) => `${at + 1}. ${item}`).join('\n')),
);
/** Between two lists stands a sentence, or they would be one. */
const prose = fc
  .array(fc.tuple(sentence, block), { maxLength: 3 })
  .map((blocks) => blocks.map((two) => two.join('\n\n')).join('\n\n'));

const number = fc.nat({ max: 1000 });
const path: fc.Arbitrary<Path> = fc.record({
  from: fc.oneof(fc.record({ op: number }), fc.record({ request: number }), fc.constant('end' as const)),
  moves: fc.array(fc.record({ count: fc.integer({ min: 1, max: 9 }), unit: fc.constantFrom(...PATH_UNITS) }), {
    maxLength: 2,
  }),
});
/** Where lanes may stand together. */
const between: fc.Arbitrary<Path> = number.map((request) => ({ from: { request }, moves: [] }));

const value = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.string(),
  fc.constantFrom('greedy', 'a, b = c | d', '7', 'true', '"', '[{'),
  fc.array(fc.record({ at_request: number, set: fc.record({ policy: fc.string() }) }), { maxLength: 2 }),
);
const change = fc.tuple(fc.stringMatching(/^[a-z_]{2,6}(\.[a-z_]{1,6}){1,2}$/), value);
const beside = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });

const device: fc.Arbitrary<DraftScene['device']> = fc.oneof(
  fc.record({ example: fc.constantFrom('toy', 'fast', 'dftl') }),
  fc.record({
    experiment: fc.dictionary(word, fc.dictionary(word, fc.oneof(number, fc.string(), fc.constant('```')))),
  }),
);

const scene: fc.Arbitrary<DraftScene> = fc
  .record({
    device,
    stage: fc.constantFrom('buffer' as const, 'layer' as const, 'flash' as const),
    shows: fc.subarray([...PARTS]),
    charts: fc.option(fc.subarray([...CHART_NAMES])),
    figures: fc.option(fc.subarray([...LANE_FIGURES])),
    colour_by: fc.constantFrom('state' as const, 'age' as const, 'owner' as const),
    highlight: fc.oneof(
      fc.constant(null),
      fc.record({ lpn: number }),
      fc.record({ state: fc.constantFrom('valid' as const, 'invalid' as const) }),
    ),
  })
  .chain((rest) =>
    fc.oneof(
      path.map((at) => ({ ...rest, beside: [], at: pathText(at) })),
      fc.record({ ...constants(rest), beside, at: between.map(pathText) }),
    ),
  );

const constants = <T extends object>(of: T): { [K in keyof T]: fc.Arbitrary<T[K]> } =>
  Object.fromEntries(Object.entries(of).map(([key, one]) => [key, fc.constant(one)])) as {
    [K in keyof T]: fc.Arbitrary<T[K]>;
  };

const option = sentence.filter((text) => !text.includes('|'));
const reading = fc.constantFrom(...Object.keys(READINGS));
const reveal = fc.option(between.map(pathText), { nil: undefined });
const held = fc.option(
  fc.tuple(reading, fc.constantFrom('=', '<', '>'), number).map((parts) => parts.join(' ')),
  { nil: undefined },
);
const choice = fc
  .tuple(sentence, fc.array(option, { minLength: 2, maxLength: 4 }), number, held, reveal)
  .map(([ask, options, right, holds, at]) => ({
    ask,
    choose: options.join(' | '),
    right: String((right % options.length) + 1),
    holds,
    reveal: at,
  }));
const told = fc.record({ ask: sentence, value: reading, within: fc.constantFrom(undefined, '10 %'), reveal });
const dragged = fc.record({ ask: sentence, value: reading, from: fc.constant('1'), to: fc.constant('8'), holds: held });
const question: fc.Arbitrary<DraftQuestion> = fc.record({
  fields: fc
    .oneof(choice, told, dragged)
    .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, one]) => one !== undefined))),
  after: prose,
});

const step: fc.Arbitrary<DraftStep> = fc.record({
  title: sentence,
  scene,
  text: prose,
  question: fc.option(question),
  notes: prose,
});

export const draft: fc.Arbitrary<Draft> = fc.record({
  head: fc.record({
    title: sentence,
    minutes: fc.integer({ min: 1, max: 90 }).map(String),
    seen: sentence,
    order: fc.constantFrom('', '3'),
  }),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
});

/** Whatever somebody may type or paste. */
export const anything = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        '## ',
        '```',
        '```set\n',
        '```predict\n',
        '\n',
        '\n\n',
        '---',
        '- ',
        '> ',
        'a',
        ' ',
        '{{',
        '}}',
        '[[',
        '|',
        '<b>',
        '\\',
        '~~~',
        '=',
        '\t',
        '\r',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);
