import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeLessonAddress, encodeLessonAddress, isLessonAddress } from '../url-state';
import { LESSON_MAX_BYTES, ownLesson, packLesson, unpackLesson } from './own';

const HEAD = '---\ntitle: Mine\nminutes: 2\nseen: it\n---\n';

test('a packed lesson is unpacked as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 500 }), (text) => {
      expect(unpackLesson(packLesson(text))).toBe(text);
    }),
  );
});

test('an address holds the lesson and the step', () => {
  const packed = packLesson(`${HEAD}## One\n`);
  const hash = `#${encodeLessonAddress({ id: null, packed, step: 2 })}`;
  expect(isLessonAddress(hash)).toBe(true);
  expect(decodeLessonAddress(hash)).toEqual({ id: null, packed, step: 2 });
  expect(encodeLessonAddress({ id: 'dftl', packed: null, step: 0 })).toBe('v=1&lesson=dftl');
});

test.each(['', '!', 'AAAA', packLesson(`${HEAD}## One\n`).slice(0, 20)])('a damaged link says so: %j', (packed) => {
  expect(() => unpackLesson(packed)).toThrow(/link is damaged: the lesson in it/);
});

test('what unpacks to more than a lesson is refused', () => {
  expect(() => unpackLesson(packLesson('x'.repeat(LESSON_MAX_BYTES + 1)))).toThrow(/link is damaged/);
});

test('errors name the file, the step and what was expected', () => {
  expect(() => ownLesson('my.md', 'words')).toThrow(/^my\.md: expected a head/);
  expect(() => ownLesson('my.md', `${HEAD}## One\n\`\`\`set\nat: noon\n\`\`\`\n`)).toThrow(
    /^my\.md, step "One": "noon" is no place in a run: expected "start"/,
  );
  expect(() => ownLesson('my.md', `${HEAD}## One\n\`\`\`set\nexample: nosuch\n\`\`\`\n`)).toThrow(
    /^my\.md, step "One": example: "nosuch" is not one of toy, /,
  );
  expect(() => ownLesson('my.md', `${HEAD}## One\n\`\`\`set\nexperiment: 5\n\`\`\`\n`)).toThrow(
    /^my\.md, step "One": experiment: expected an object/,
  );
  expect(() => ownLesson('my.md', `${HEAD}${'x'.repeat(LESSON_MAX_BYTES)}`)).toThrow(/^my\.md has 129 KiB: expected/);
});

test('its id is its title as a file may be called', () => {
  const text = HEAD.replace('Mine', 'GC: the *first* victim');
  expect(ownLesson('my.md', `${text}## One\n`).id).toBe('gc-the-first-victim');
});
