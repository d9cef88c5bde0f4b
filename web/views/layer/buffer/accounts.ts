/** The stage in words, for those who cannot see it: a part at a time. */

import type { StandingPage } from '../../../engine/core-types';
import { bytes, count, plural, significant, time } from '../../../render/format';
import { pageName } from '../../stage-kit/page-name';
import type { Account } from '../../stage-kit/text-account';
import { alphaText } from './alpha';
import { memoryInWords, pastInWords } from './alpha-history';
import { reciprocal } from './density';
import { endsOf, hasLine, type LineView, nextInWords, powerInWords, useInWords } from './line-words';
import { type BufferPicture, blockName, type DensityPicture, groupDecision, hasDensity, lensOf } from './model';
import { placesInWords } from './pages';
import { neverPlugs } from './prices';
import { raceInWords } from './race';
import { keptWords } from './ranking';
import { scoreText } from './score';
import { sectionName } from './sections';

const GROUPS_TOLD = 12;
const PAGES_TOLD = 16;

export function accounts(picture: BufferPicture): Account[] {
  const { buffer } = picture;
  const parts = [
    step(picture),
    room(picture),
    ...(hasLine(buffer) ? [line(buffer)] : []),
    order(picture),
    cost(picture),
    ...(hasDensity(picture) ? [tuning(picture), ways(picture)] : []),
  ];
  return parts.filter(({ lines }) => lines.length > 0);
}

/** Everything in one line, for the picture's own name. */
export const inOneLine = (picture: BufferPicture): string =>
  accounts(picture)
    .map(({ name, lines }) => `${name}: ${lines.join('; ')}.`)
    .join(' ');

/** The group on its way to flash. */
function flushInWords({ buffer }: BufferPicture): string | null {
  const { flush } = buffer;
  if (!flush) return null;
  const { lbn, plug, offsets, read_up, written } = flush;
  const way = plug
    ? `its holes are filled, ${count(read_up.length)} of ${plural(buffer.pages_per_block - offsets.length, 'page')} read from flash`
    : 'its pages are written as they are';
  return `${blockName(lbn)} leaves with ${plural(offsets.length, 'page')}: ${way}, ${count(written.length)} of ${count(offsets.length)} written`;
}

function step(picture: BufferPicture): Account {
  const told = flushInWords(picture);
  return { name: 'This step', lines: told ? [told] : [] };
}

function room({ buffer }: BufferPicture): Account {
  const { used, capacity, pages, groups_total, rule } = buffer;
  return {
    name: 'Buffer',
    lines: [
      `${count(used)} of ${count(capacity)} sectors in use`,
      `${plural(pages, 'page')} of ${plural(groups_total, 'logical block')}`,
      `next to leave: ${rule}`,
    ],
  };
}

function order(picture: BufferPicture): Account {
  const { buffer } = picture;
  const density = buffer.density;
  const lines = buffer.groups.slice(0, GROUPS_TOLD).map((group) => {
    const { lbn, pages, partial, clean, age, sectors, section, kept } = group;
    const score = density ? scoreText(reciprocal(density.alpha, { age, size: sectors })) : significant(group.score, 4);
    return [
      `${blockName(lbn)}: ${placesInWords(pages)}`,
      partial.length > 0 ? `${count(partial.length)} in part` : '',
      clean.length > 0 ? `${count(clean.length)} the same on flash` : '',
      sectionName(buffer, section),
      `age ${count(age)}`,
      `${buffer.score} ${score}`,
      kept ? `kept as ${keptWords(kept)}` : '',
    ]
      .filter(Boolean)
      .join(', ');
  });
  const more = buffer.groups_total - lines.length;
  if (more > 0 && lines.length > 0) lines.push(`and ${plural(more, 'more group')}`);
  return { name: 'Order of leaving', lines };
}

/** The line from its front, and what has happened in it. */
function line(buffer: LineView): Account {
  const { line: shown, pages_per_block } = buffer;
  const name = ({ lpn, clean }: StandingPage): string => `${pageName(lpn, pages_per_block)}${clean ? ' (clean)' : ''}`;
  const told = [...shown.front, ...shown.back];
  const [front, back] = [told.slice(0, PAGES_TOLD), told.slice(Math.max(PAGES_TOLD, told.length - PAGES_TOLD))];
  const between = shown.total - front.length - back.length;
  const ends = endsOf(shown);
  const use = useInWords(buffer);
  const standing = [...front.map(name), ...(between > 0 ? [`${count(between)} more`] : []), ...back.map(name)];
  return {
    name: 'Line',
    lines: [
      ...(use ? [use] : []),
      standing.length === 0
        ? 'no page stands in it'
        : `from the front (${ends.front}) to the tail (${ends.tail}): ${standing.join(', ')}`,
      ...(shown.window === null
        ? []
        : [`the last ${plural(shown.window, 'page')} are the window: clean pages leave first`]),
      nextInWords(buffer),
      powerInWords(buffer),
    ],
  };
}

function cost(picture: BufferPicture): Account {
  const lines = (groupDecision(picture)?.prices ?? []).map(
    ({ label, reads, programs, erases, ns }) =>
      `${label}: ${time(ns)}, ${plural(reads, 'read')}, ${plural(programs, 'program')}, ${plural(erases, 'erase')}`,
  );
  return { name: 'Cost', lines };
}

function tuning({ buffer, density }: DensityPicture): Account {
  const lens = lensOf(buffer, density.alpha, null);
  const [victim] = lens.order;
  const memory = density.memory;
  return {
    name: 'α',
    lines: [
      `α = ${alphaText(density.alpha)}${victim ? `: ${blockName(victim.lbn)} is the least dense` : ''}`,
      raceInWords(density),
      pastInWords(density),
      memory
        ? [`rehearsals take ${bytes(memory.kept[0] + memory.kept[1])}`, memoryInWords(density)]
            .filter(Boolean)
            .join(': ')
        : '',
    ].filter(Boolean),
  };
}

function ways({ buffer, density }: DensityPicture): Account {
  const { evictions, plugged, lambda } = density;
  const rule = neverPlugs(lambda, buffer.pages_per_block)
    ? 'never plugs yet'
    : `plugs from λ = ${significant(lambda ?? 0, 3)} pages on`;
  return {
    name: 'Log or plug',
    lines: [rule, `${plural(evictions, 'eviction')}, ${count(plugged)} plugged, ${count(evictions - plugged)} logged`],
  };
}
