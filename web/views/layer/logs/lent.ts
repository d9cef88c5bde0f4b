/**
 * Blocks lent to some logical blocks together. A chain (NFTL): a logical block's primary block, the replacement blocks behind it in the
 * order in which they were lent, and places for those that it may still get. A group (SAST): its data blocks at the left, and at the
 * right the log blocks that they share, each page in the colour of its block.
 */

import {
  type BlockOwner,
  type BlockPages,
  PAGE_STATES,
  type PageState,
  type SharedBlocks,
} from '../../../engine/protocol';
import { count, plural } from '../../../render/format';
import { grown, type Rect } from '../../../render/geometry';
import { type Ink, pageAppearance } from '../../stage-kit/page-appearance';
import { pageName } from '../../stage-kit/page-name';
import { ownerAt } from '../../stage-kit/page-owner';
import { type Tone, widthOf } from '../../stage-kit/words-layer';
import { type Fold, foldOf, isNumbered, pageRect, worth } from './fold';
import { type LogsPicture, victimOf } from './picture';
import { type Part, type Scene, tagCell, tagWidth } from './scene';

/** Largest cells, in sizes of text. */
const CELL = { width: 4.8, height: 3.4 };
/** Between blocks of a chain, where an arrow leads on. */
const ARROW = 2.2;
/** Below a chain's blocks, their names. */
const CAPTION = 1.5;
/** Above a group. */
const HEAD = 1.9;
/** Between chains, and between rows of a group. */
const APART = 1;
/** Between a group's data blocks and its log blocks, and behind these, their names. */
const RAIL = 1.6;
const NAME = 4.2;
/** Below all, where there are more. */
const MORE = 1.5;
/** Smaller pages could not be told apart: fewer owners are shown. */
const WORTH_MIN_PX = 9;
/** Most blocks side by side, and below one another. */
const ABREAST_MAX = 5;
const BELOW_MAX = 8;
const COLUMNS_MAX = 3;
const COLUMN_GAP_PX = 28;

export type SharedPicture = LogsPicture & { layer: { shared: SharedBlocks } };

export const hasShared = (picture: LogsPicture): picture is SharedPicture => picture.layer.shared !== null;

export const isChain = ({ updates }: LogsPicture): boolean => updates.place === 'chain';

/** Whose blocks are being worked on: those that are emptied, or else those of the page that was written last. */
function ownerAtWork(picture: SharedPicture): BlockOwner | null {
  const { layer, merges, last, pages_per_block } = picture;
  const { owners } = layer.shared;
  const victim = victimOf(picture);
  const emptied = owners.find(({ lent }) => lent.some(({ block }) => block === victim));
  const running = merges?.rows.find(({ state }) => state === 'running')?.lbn;
  const written = last?.lpn === null || last?.lpn === undefined ? null : Math.floor(last.lpn / pages_per_block);
  const holds = (lbn: number | null | undefined) => (owner: BlockOwner) =>
    owner.members.some((member) => member.lbn === lbn);
  return emptied ?? owners.find(holds(running)) ?? owners.find(holds(written)) ?? null;
}

/** Owners as many as are shown, by their numbers: the one at work and those that make way next are among them. */
const shownOf = (picture: SharedPicture, most: number): BlockOwner[] => {
  const at_work = ownerAtWork(picture);
  const others = picture.layer.shared.owners.filter((owner) => owner !== at_work);
  return [...(at_work ? [at_work] : []), ...others]
    .slice(0, Math.max(1, most))
    .sort((a, b) => (a.members[0]?.lbn ?? 0) - (b.members[0]?.lbn ?? 0));
};

export function lentBlocks(scene: Scene, picture: SharedPicture, ink: Ink, area: Rect): void {
  const { owners, owners_total } = picture.layer.shared;
  const { text_px } = ink;
  const beyond = (shown: readonly BlockOwner[]): number =>
    owners_total - shown.filter(({ lent_total }) => lent_total > 0).length;
  const room = (n: number): Rect =>
    beyond(shownOf(picture, n)) > 0 ? { ...area, height: area.height - MORE * text_px } : area;
  const tries = owners
    .map((_, i) => owners.length - i)
    .map((n) => ({ n, plan: planOf(picture, ink, room(n), shownOf(picture, n)) }));
  const best =
    tries.find(({ plan }) => isNumbered(plan.fold)) ??
    tries.find(({ plan }) => worth(plan.fold) >= WORTH_MIN_PX) ??
    tries.at(-1);
  if (!best) {
    const y = area.y + text_px * 1.6;
    scene.words.push({
      x: area.x,
      y,
      text: 'No block is lent yet: each page is in its place.',
      align: 'left',
      tone: 'quiet',
    });
    return;
  }
  const draw = isChain(picture) ? drawChain : drawGroup;
  for (const [at, owner] of best.plan.owners.entries())
    draw(scene, picture, ink, best.plan, owner, best.plan.place(at));
  const more = beyond(best.plan.owners);
  if (more > 0) {
    const y = area.y + area.height - text_px * 0.5;
    const what = isChain(picture) ? 'chain' : 'group';
    scene.words.push({ x: area.x, y, text: `and ${plural(more, `more ${what}`)}`, align: 'left', tone: 'quiet' });
  }
}

interface Plan {
  owners: BlockOwner[];
  fold: Fold;
  /** Blocks of a chain side by side, or rows of a group below one another. */
  blocks: number;
  tag_px: number;
  place: (at: number) => Rect;
}

/** How much each owner gets of the area, and how its blocks lie there. */
function planOf(picture: SharedPicture, ink: Ink, area: Rect, owners: BlockOwner[]): Plan {
  const { most } = picture.layer.shared;
  const { text_px, pages_per_block } = ink;
  const highest = Math.max(0, ...owners.flatMap(({ members }) => members.map(({ lbn }) => lbn)));
  const tag_px = tagWidth(ink, highest) + 6;
  const cell = { width: CELL.width * text_px, height: CELL.height * text_px };
  if (isChain(picture)) {
    const blocks = 1 + Math.min(most, ABREAST_MAX - 1);
    const row_px = area.height / owners.length;
    const room = {
      width: (area.width - tag_px - (blocks - 1) * ARROW * text_px - STATUS * text_px) / blocks,
      height: row_px - (CAPTION + APART) * text_px,
    };
    const fold = foldOf(pages_per_block, room, cell);
    const pitch = Math.min(row_px, fold.height + (CAPTION + APART * 1.6) * text_px);
    const place = (at: number): Rect => ({ ...area, y: area.y + at * pitch, height: pitch });
    return { owners, fold, blocks, tag_px, place };
  }
  const members = Math.max(1, ...owners.map((owner) => Math.min(BELOW_MAX, owner.members.length)));
  const blocks = Math.max(members, Math.min(BELOW_MAX, most));
  const ways = Array.from({ length: Math.min(COLUMNS_MAX, owners.length) }, (_, i) => i + 1).map((columns): Plan => {
    const width = (area.width - (columns - 1) * COLUMN_GAP_PX) / columns;
    const rows = Math.ceil(owners.length / columns);
    const height = area.height / rows;
    const room = {
      width: (width - tag_px - (RAIL + NAME) * text_px) / 2,
      height: (height - (HEAD + APART) * text_px) / blocks - APART * 0.5 * text_px,
    };
    const fold = foldOf(pages_per_block, room, cell);
    const pitch = Math.min(height, blocks * (fold.height + APART * 0.5 * text_px) + (HEAD + APART * 1.4) * text_px);
    const place = (at: number): Rect => ({
      x: area.x + (at % columns) * (width + COLUMN_GAP_PX),
      y: area.y + Math.floor(at / columns) * pitch,
      width,
      height: pitch,
    });
    return { owners, fold, blocks, tag_px, place };
  });
  return ways.reduce((a, b) => (worth(b.fold) > worth(a.fold) * 1.04 ? b : a));
}

/** Room for words at the end of a chain, in sizes of text. */
const STATUS = 8.5;

function drawChain(scene: Scene, picture: SharedPicture, ink: Ink, plan: Plan, owner: BlockOwner, area: Rect): void {
  const { text_px } = ink;
  const { fold, blocks, tag_px } = plan;
  const [member] = owner.members;
  if (!member) return;
  const { most } = picture.layer.shared;
  const y = area.y + text_px * APART * 0.5;
  const middle = y + fold.height / 2;
  const tag_height = Math.min(text_px * 2.2, fold.height);
  const step = fold.width + ARROW * text_px;
  const x0 = area.x + tag_px + 4;
  // A chain longer than what is shown is shown by its newest blocks.
  const lent = owner.lent.slice(-(blocks - 1));
  const first = owner.lent_total - lent.length;
  const slots = Math.min(blocks - 1, most);
  if (owner === ownerAtWork(picture))
    scene.boxes.push({
      kind: owner.lent.some(({ block }) => block === victimOf(picture)) ? 'victim' : 'running',
      rect: {
        x: area.x,
        y: y - 5,
        width: x0 + (slots + 1) * step - ARROW * text_px - area.x + 6,
        height: fold.height + CAPTION * text_px + 8,
      },
    });
  scene.cells.push(
    tagCell(ink, member.lbn, { x: area.x + 4, y: middle - tag_height / 2, width: tag_px - 6, height: tag_height }),
  );
  drawBlock(scene, picture, ink, fold, { x: x0, y }, member.home, {
    part: 'home',
    lbn: member.lbn,
    words: 'primary block',
  });
  caption(
    scene,
    ink,
    x0,
    y + fold.height,
    member.home ? `primary, block ${member.home.block}` : 'no primary block yet',
    fold.width,
  );
  for (let at = 0; at < slots; at++) {
    const x = x0 + (at + 1) * step;
    const block = lent[at];
    const from = { x: x - ARROW * text_px + 3, y: middle };
    const colour = block ? ink.colours.ink : ink.colours.rule2;
    scene.lines.push({ from, to: { x: x - 5, y: middle }, colour, width: 2.2, curved: false, arrow: true });
    if (block) {
      drawBlock(scene, picture, ink, fold, { x, y }, block, {
        part: 'log',
        lbn: member.lbn,
        words: `replacement block ${first + at + 1} of ${most}`,
      });
      caption(scene, ink, x, y + fold.height, `replacement ${first + at + 1}, block ${block.block}`, fold.width);
    } else {
      scene.boxes.push({ kind: 'slot', rect: { x, y, width: fold.width, height: fold.height } });
      caption(scene, ink, x, y + fold.height, at === lent.length ? 'the next, when needed' : '', fold.width);
    }
  }
  const [state, why] = chainState(owner, picture.layer.shared);
  const x = x0 + (slots + 1) * step - ARROW * text_px + 12;
  scene.words.push({ x, y: middle - text_px * 0.65, text: state, align: 'left', tone: 'bold' });
  scene.words.push({ x, y: middle + text_px * 0.7, text: why, align: 'left', tone: 'quiet' });
}

/** How long a chain is, and what the next update of its block does. */
export function chainState(owner: BlockOwner, { most, free }: SharedBlocks): [string, string] {
  const left = places(owner.lent.at(-1));
  const length = `${count(owner.lent_total)} of ${count(most)}`;
  if (owner.lent_total === 0) return [length, free === 0 ? 'none is free' : ''];
  if (left > 0) return [length, `${count(left)} ${left === 1 ? 'place' : 'places'} left`];
  return [
    length,
    owner.lent_total >= most ? 'full: folds next' : free === 0 ? 'full, none free' : 'full: one more next',
  ];
}

/** Pages of a block that are free. */
const places = (block: BlockPages | undefined): number =>
  block ? block.page_state.filter((state) => state === 0).length : 0;

function drawGroup(scene: Scene, picture: SharedPicture, ink: Ink, plan: Plan, owner: BlockOwner, area: Rect): void {
  const { text_px } = ink;
  const { fold, tag_px } = plan;
  const { most } = picture.layer.shared;
  const row_px = fold.height + APART * 0.5 * text_px;
  const y0 = area.y + HEAD * text_px;
  const victim = victimOf(picture);
  const members = owner.members.slice(0, owner.members_total > BELOW_MAX ? BELOW_MAX - 1 : BELOW_MAX);
  const right_x = area.x + tag_px + fold.width + text_px * RAIL;
  const at_work = owner === ownerAtWork(picture);
  const tone = at_work ? 'bold' : 'plain';
  scene.words.push({ x: area.x, y: area.y + text_px * 0.8, text: groupName(owner), align: 'left', tone: 'bold' });
  scene.words.push({
    x: right_x,
    y: area.y + text_px * 0.8,
    text: fitting(groupState(owner, picture.layer.shared), area.x + area.width - right_x, tone, text_px),
    align: 'left',
    tone,
  });
  for (const [at, { lbn, home }] of members.entries()) {
    const y = y0 + at * row_px;
    const tag_height = Math.min(text_px * 2, fold.height);
    scene.cells.push(
      tagCell(ink, lbn, { x: area.x, y: y + (fold.height - tag_height) / 2, width: tag_px - 6, height: tag_height }),
    );
    drawBlock(scene, picture, ink, fold, { x: area.x + tag_px, y }, home, { part: 'home', lbn, words: 'data block' });
  }
  if (owner.members_total > members.length) {
    const y = y0 + members.length * row_px + text_px * 0.6;
    scene.words.push({
      x: area.x,
      y,
      text: `and ${plural(owner.members_total - members.length, 'more block')}`,
      align: 'left',
      tone: 'quiet',
    });
  }
  const slots = Math.min(BELOW_MAX, most);
  const lent = owner.lent.slice(-slots);
  // A rail joins the group's data blocks to what they share.
  const rail_x = area.x + tag_px + fold.width + text_px * RAIL * 0.5;
  const foot = y0 + Math.max(members.length, slots) * row_px - row_px + fold.height;
  scene.lines.push({
    from: { x: rail_x, y: y0 },
    to: { x: rail_x, y: foot },
    colour: at_work ? ink.colours.ink : ink.colours.rule2,
    width: at_work ? 2.2 : 1.2,
    curved: false,
    arrow: false,
  });
  for (let at = 0; at < slots; at++) {
    const y = y0 + at * row_px;
    const block = lent[at];
    const rect = { x: right_x, y, width: fold.width, height: fold.height };
    if (!block) {
      scene.boxes.push({ kind: 'slot', rect });
      continue;
    }
    if (block.block === victim) scene.boxes.push({ kind: 'victim', rect: grown(rect, 4) });
    drawBlock(scene, picture, ink, fold, { x: right_x, y }, block, {
      part: 'log',
      lbn: null,
      words: `log block ${block.block}, shared by ${groupName(owner)}`,
    });
    scene.words.push({
      x: right_x + fold.width + 7,
      y: y + fold.height / 2,
      text: `log ${block.block}`,
      align: 'left',
      tone: 'tick',
    });
  }
}

/** Without its last clause where there is no room for it. */
const fitting = (text: string, room: number, tone: Tone, text_px: number): string =>
  widthOf(text, tone, text_px) > room ? (text.split(', ')[0] ?? text) : text;

/** `B0 to B3`. */
export function groupName({ members, members_total }: BlockOwner): string {
  const [first, last] = [members[0]?.lbn ?? 0, members.at(-1)?.lbn ?? 0];
  if (members_total === 1) return `B${first}`;
  return members_total > members.length
    ? `B${first} and ${plural(members_total - 1, 'other')}`
    : `B${first} to B${last}`;
}

/** How many log blocks a group has, and how much room is left there. */
export function groupState({ lent, lent_total }: BlockOwner, { most, free }: SharedBlocks): string {
  const left = places(lent.at(-1));
  const room =
    lent_total === 0
      ? free === 0
        ? ', none is free'
        : ''
      : left > 0
        ? `, ${plural(left, 'page')} free`
        : lent_total >= most
          ? ', full'
          : free === 0
            ? ', full, none is free'
            : ', full';
  return `${count(lent_total)} of ${count(most)} log ${most === 1 ? 'block' : 'blocks'}${room}`;
}

interface Drawn {
  part: Part;
  /** The logical block whose places these are; null where pages stand in any order. */
  lbn: number | null;
  words: string;
}

/** A block's pages, or empty places where there is no block. */
function drawBlock(
  scene: Scene,
  { logical_pages }: SharedPicture,
  ink: Ink,
  fold: Fold,
  { x, y }: { x: number; y: number },
  block: BlockPages | null,
  { part, lbn, words }: Drawn,
): void {
  const { pages_per_block } = ink;
  for (let page = 0; page < pages_per_block; page++) {
    const rect = pageRect(fold, x, y, page);
    const own = lbn === null ? null : lbn * pages_per_block + page;
    if (part === 'home' && own !== null && own >= logical_pages) continue;
    const state = PAGE_STATES[block?.page_state[page] ?? 0] ?? 'free';
    const owner = state === 'free' ? null : ownerAt(block?.page_owner, page);
    const lpn = owner ?? (part === 'home' ? own : null);
    const label = lpn === null ? '' : labelOf(lpn, state, part === 'log' && lbn === null, rect, ink);
    scene.cells.push({
      part,
      rect,
      appearance:
        state === 'free' && part === 'home' && lpn !== null
          ? { mark: 'free' }
          : pageAppearance(ink, state, lpn, label, rect),
      lpn,
      page: block === null ? null : block.block * pages_per_block + page,
      words: `${words}: ${STATES[state] ?? state}`,
    });
  }
}

const STATES: Partial<Record<string, string>> = {
  valid: 'the newest copy of this page',
  invalid: 'an older copy',
  free: 'free',
  torn: 'torn: its program failed, or power was cut during it',
};

/** A page by its place; among pages of several blocks with the block's number, where there is room. */
function labelOf(lpn: number, state: PageState, mixed: boolean, rect: Rect, ink: Ink): string {
  const name = pageName(lpn, ink.pages_per_block);
  const fits = mixed && pageAppearance(ink, state, lpn, name, rect).label === name;
  return fits ? name : String(lpn % ink.pages_per_block);
}

function caption(scene: Scene, { text_px }: Ink, x: number, y: number, text: string, width: number): void {
  const short = text.split(', ').at(-1) ?? '';
  const fits = (words: string): boolean => widthOf(words, 'tick', text_px) <= width + ARROW * text_px * 0.6;
  const shown = fits(text) ? text : fits(short) ? short : '';
  if (shown !== '') scene.words.push({ x, y: y + text_px * 0.85, text: shown, align: 'left', tone: 'tick' });
}

/** The chains, or groups, in words. */
export function lentInWords(picture: SharedPicture): string[] {
  const { shared } = picture.layer;
  const { pages_per_block } = picture;
  const pages = ({ block, page_state, page_owner }: BlockPages): string => {
    const told = page_state.flatMap((state, at) => {
      if (state === 0) return [];
      const lpn = ownerAt(page_owner, at);
      return [lpn === null ? 'a torn page' : `${pageName(lpn, pages_per_block)}${state === 1 ? '' : ' (older)'}`];
    });
    return `block ${block} with ${told.length === 0 ? 'nothing' : told.slice(0, 16).join(', ')}${told.length > 16 ? `, and ${told.length - 16} more` : ''}`;
  };
  const lines = shared.owners.map((owner): string => {
    const lent = owner.lent.map(pages).join('; ');
    if (isChain(picture)) {
      const [length, next] = chainState(owner, shared);
      return `chain of B${owner.members[0]?.lbn}: ${length} replacement blocks${next ? `, ${next}` : ''}${lent ? `: ${lent}` : ''}`;
    }
    return `group of ${groupName(owner)}: ${groupState(owner, shared)}${lent ? `: ${lent}` : ''}`;
  });
  return [...lines, `pool: ${count(shared.free)} of ${plural(shared.pool, 'block')} not lent`];
}

/** Height in which the owners can stand one below the other, in sizes of text. */
export function tallEnough(picture: SharedPicture): number {
  const { owners, most } = picture.layer.shared;
  const large = picture.pages_per_block > 16;
  if (isChain(picture)) return owners.length * (large ? 8 : 4.6);
  const rows = owners.map(({ members }) => Math.min(BELOW_MAX, Math.max(members.length, most)));
  return rows.reduce((sum, n) => sum + HEAD + APART + n * (large ? 4.5 : 2.6), 0);
}
