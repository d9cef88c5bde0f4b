/** Addresses: what the page takes from behind the `#`, of each kind that there is. What a challenge says beside its name the core reads. */

import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { fromBase64Url, toBase64Url } from '../../app/base64url';
import { isChallengeAddress, isChallengeList } from '../../app/challenge/address';
import { atHome, leaves, valueAt } from '../../app/experiment';
import { sessionOf } from '../../app/lecture/session';
import { ownLesson, packLesson, unpackLesson } from '../../app/lesson/own';
import { UrlError } from '../../app/link-pairs';
import { titleOf } from '../../app/recent/title';
import { sweepOf } from '../../app/sweep/draft';
import { decodeTraceAddress } from '../../app/trace/address';
import { columnsIn, traceChoice } from '../../app/trace-document';
import {
  decodeExampleAddress,
  decodeFigureAddress,
  decodeLessonAddress,
  decodeSweepAddress,
  decodeUrlState,
  decodeWayBack,
  encodeFigureAddress,
  encodeLessonAddress,
  encodeSweepAddress,
  encodeTraceAddress,
  encodeUrlState,
  encodeWayBack,
  isExampleAddress,
  isFigureAddress,
  isLessonAddress,
  isSweepAddress,
  isTraceAddress,
  type LessonAddress,
  type SweepAddress,
  type UrlState,
} from '../../app/url-state';
import { LessonError } from '../../lessons/lesson-error';
import { linesOf } from '../seeds';
import { areSame, isSentence, readOrRefused, type Subject } from '../subject';

export const SUBJECT: Subject = {
  seeds: linesOf('links.txt'),
  repacked: (seed, change) =>
    seed.replace(/([#&](?:x|sweep|lesson-text|back-text)=)([\w-]+)/, (_, name: string, packed: string) => {
      const text = strFromU8(inflateSync(fromBase64Url(packed)));
      return `${name}${toBase64Url(deflateSync(strToU8(change(text)), { level: 1 }))}`;
    }),
  holds: (text) => {
    const hash = asGiven(text);
    sessionOf(hash);
    const kind = KINDS.find(({ is }) => is(hash));
    return kind ? kind.reads(hash) : readsState(hash);
  },
};

/** As the browser has it in `location.hash`, whatever was pasted. */
function asGiven(text: string): string {
  const url = new URL('https://page.example/');
  url.hash = text.replace(/^#/, '');
  return url.hash;
}

interface Kind {
  is: (hash: string) => boolean;
  reads: (hash: string) => boolean;
}

/** A kind of link that is written as it was read. */
function kind<T>(
  is: Kind['is'],
  decode: (hash: string) => T,
  encode: (read: T) => string,
  more: (read: T) => boolean = () => true,
): Kind {
  const reads = (hash: string): boolean => {
    const read = readOrRefused(() => ({ is: decode(hash) }), UrlError);
    if (read === null) return false;
    areSame('the link', read.is, decode(`#${encode(read.is)}`));
    return more(read.is);
  };
  return { is, reads };
}

/** In the order in which `openAddress` tells them apart. */
const KINDS: readonly Kind[] = [
  kind(isFigureAddress, decodeFigureAddress, encodeFigureAddress),
  kind(isLessonAddress, decodeLessonAddress, encodeLessonAddress, readsLesson),
  kind(isSweepAddress, decodeSweepAddress, encodeSweepAddress, isSweep),
  kind(isTraceAddress, decodeTraceAddress, encodeTraceAddress),
  { is: isChallengeAddress, reads: (hash) => isChallengeList(hash) || hash.length > 0 },
  { is: isExampleAddress, reads: (hash) => readOrRefused(() => decodeExampleAddress(hash), UrlError) !== null },
];

function readsState(hash: string): boolean {
  const anyway = (): boolean => true;
  const writeBack = (to: LessonAddress | null): string => (to ? `v=1${encodeWayBack(to)}` : '');
  const back = kind(anyway, decodeWayBack, writeBack, (to) => !to || readsLesson(to));
  return back.reads(hash) && STATE.reads(hash);
}

/** As fast as it goes is a speed, and no number that JSON has. */
const MAX_SPEED = Number.MAX_VALUE;
const STATE = kind(
  () => true,
  (hash) => {
    const read = decodeUrlState(hash);
    return read && { ...read, speed: Math.min(read.speed, MAX_SPEED) };
  },
  (read) => (read ? encodeUrlState({ ...read, speed: read.speed === MAX_SPEED ? Infinity : read.speed }) : ''),
  isState,
);

function readsLesson({ packed }: LessonAddress): boolean {
  if (packed === null) return true;
  const text = readOrRefused(() => unpackLesson(packed), LessonError);
  if (text === null) return false;
  if (readOrRefused(() => ownLesson('lesson', text), LessonError) === null) return false;
  areSame('the lesson', text, unpackLesson(packLesson(text)));
  return true;
}

/** What the page tells of documents before the core has read them. */
function isState(state: UrlState | null): boolean {
  if (!state) return true;
  const documents = [state.document, ...state.beside];
  titleOf(documents);
  for (const document of documents) {
    traceChoice(document);
    columnsIn(document);
    atHome(document, 'device.clock');
    for (const [path] of leaves(document)) valueAt(document, path);
  }
  return true;
}

function isSweep(read: SweepAddress): boolean {
  const { sweep, refusal } = sweepOf(read);
  if (refusal) isSentence(refusal.text);
  for (const { set } of read.policies)
    if (Object.prototype.toString.call(set) !== '[object Object]') throw new Error(`a policy sets ${typeof set}`);
  if (Array.isArray(read.experiment)) throw new Error('the experiment is a list');
  areSame('the sweep', sweep, JSON.parse(JSON.stringify(sweep)));
  return true;
}
