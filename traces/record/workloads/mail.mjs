// Writes the steps of mail.guest.sh: node mail.mjs DIRECTORY. Same seed, same steps. A line is a verb, a mailbox, a message and its bytes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generator, times } from './random.mjs';

const MAILBOXES = 12;
const DELIVERED_BEFORE = 700;
const STEPS = 1_800;

const random = generator(20130911);
const mailbox = () => `box${random.below(MAILBOXES)}`;
/** Most messages are short; one in ten has something attached. */
const bytes = () => (random.below(10) === 0 ? 20_000 + random.below(180_000) : 800 + random.below(7_000));

const kept = [];
let delivered = 0;

function deliver() {
  const message = { box: mailbox(), name: `m${delivered++}`, bytes: bytes(), isNew: true };
  kept.push(message);
  return `deliver ${message.box} ${message.name} ${message.bytes}`;
}

/** Young messages are read and deleted rather than old ones. */
const someKept = () => kept.length - 1 - Math.min(random.below(kept.length), random.below(kept.length));

function step() {
  const kind = random.below(10);
  if (kind < 4 || kept.length === 0) return deliver();
  const at = someKept();
  const message = kept[at];
  if (kind < 8) {
    const verb = message.isNew ? 'read' : 'again';
    message.isNew = false;
    return `${verb} ${message.box} ${message.name} 0`;
  }
  kept.splice(at, 1);
  return `${message.isNew ? 'drop' : 'delete'} ${message.box} ${message.name} 0`;
}

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error('usage: node mail.mjs DIRECTORY');
  process.exit(2);
}
const write = (name, lines) => writeFileSync(join(directory, name), `${lines.join('\n')}\n`);
write('before', times(DELIVERED_BEFORE, deliver));
write('day', times(STEPS, step));
