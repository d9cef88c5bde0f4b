// Writes the SQL that sqlite-ext4.guest.sh runs: node sqlite-workload.mjs DIRECTORY. Same seed, same statements.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generator, times, transaction } from './random.mjs';

const SEED = 20130911;
const CUSTOMERS = 2_000;
const ROWS_LOADED = 24_000;
const ROWS_PER_LOAD_TRANSACTION = 2_000;

const random = generator(SEED);

/** Four times out of five among the newest fifth: orders are touched while they are young. */
const someOrder = (lastId) =>
  random.below(5) === 0 ? 1 + random.below(lastId) : lastId - random.below(Math.ceil(lastId / 5));

/** A note of 40 to 438 characters; what it says does not reach the block layer. */
const note = () => `hex(zeroblob(${20 + random.below(200)}))`;

const insertOrder = (id) =>
  `INSERT INTO orders VALUES (${id}, ${random.below(CUSTOMERS)}, ${random.below(100_000)}, ${note()});`;

function load() {
  const rows = times(ROWS_LOADED, (i) => insertOrder(i + 1));
  const schema = [
    'CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER NOT NULL, cents INTEGER NOT NULL, note TEXT NOT NULL);',
    'CREATE INDEX orders_by_customer ON orders (customer);',
  ];
  const batches = times(ROWS_LOADED / ROWS_PER_LOAD_TRANSACTION, (i) =>
    transaction(rows.slice(i * ROWS_PER_LOAD_TRANSACTION, (i + 1) * ROWS_PER_LOAD_TRANSACTION)),
  );
  return [...schema, ...batches.flat()];
}

/** Half of the transactions insert one to four orders, a third change one to three, the rest delete one. */
function shopDay(count, firstNewId) {
  let nextId = firstNewId;
  const one = () => {
    const kind = random.below(20);
    if (kind < 10) return times(1 + random.below(4), () => insertOrder(nextId++));
    if (kind < 17) {
      return times(1 + random.below(3), () => {
        const set = `cents = ${random.below(100_000)}, note = ${note()}`;
        return `UPDATE orders SET ${set} WHERE id = ${someOrder(nextId - 1)};`;
      });
    }
    return [`DELETE FROM orders WHERE id = ${someOrder(nextId - 1)};`];
  };
  return { statements: times(count, () => transaction(one())).flat(), nextId };
}

const rollbackDay = shopDay(450, ROWS_LOADED + 1);
const walDay = shopDay(900, rollbackDay.nextId);
const durable = (mode) => [`PRAGMA journal_mode = ${mode};`, 'PRAGMA synchronous = FULL;'];

const scripts = {
  load: [...durable('DELETE'), ...load()],
  'rollback-journal': [...durable('DELETE'), ...rollbackDay.statements],
  lookups: times(400, () => `SELECT sum(cents) FROM orders WHERE customer = ${random.below(CUSTOMERS)};`),
  export: ['.mode csv', 'SELECT * FROM orders ORDER BY id;'],
  wal: [...durable('WAL'), ...walDay.statements],
  purge: [...durable('DELETE'), 'DELETE FROM orders WHERE customer % 3 = 0;', 'VACUUM;'],
};

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error('usage: node sqlite-workload.mjs DIRECTORY');
  process.exit(2);
}
for (const [name, lines] of Object.entries(scripts)) writeFileSync(join(directory, `${name}.sql`), `${lines.join('\n')}\n`);
