import { expect, test } from 'vitest';
import { GLOSSARY, meaningOf } from './glossary';

test('a label has the meaning of its term, however it is written', () => {
  const meaning = GLOSSARY['write amplification'];
  for (const label of ['Write amplification ', 'ampl.', 'WA']) expect(meaningOf(label)).toBe(meaning);
  expect(meaningOf('Free blocks')).toBe(GLOSSARY['free block']);
});

test('what is no term, or a name of JavaScript, means nothing', () => {
  for (const label of ['', 'Play', 'toString', '__proto__']) expect(meaningOf(label)).toBeNull();
});

test('keys are in small letters, so that every term is found', () => {
  for (const term of Object.keys(GLOSSARY)) expect(meaningOf(term)).toBe(GLOSSARY[term]);
});
