// Writes the SQL that oltp.guest.sh runs: node oltp-workload.mjs DIRECTORY. Same seed, same statements.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generator, times, transaction } from './random.mjs';

const SEED = 20210331;
const ACCOUNTS = 44_000;
/** With it a page of 4 KiB holds four accounts. */
const FILLER_BYTES = 900;
const ACCOUNTS_PER_LOAD_TRANSACTION = 4_000;
const TRANSACTIONS = 640;
const CHANGED_PER_TRANSACTION = 5;
const LOOKUPS_PER_TRANSACTION = 8;

const random = generator(SEED);

/** Four times out of five among a fifth of the accounts. */
const someAccount = () => 1 + random.below(random.below(5) === 0 ? ACCOUNTS : ACCOUNTS / 5);

const load = [
  'CREATE TABLE accounts (id INTEGER PRIMARY KEY, cents INTEGER NOT NULL, filler BLOB NOT NULL);',
  'CREATE TABLE history (id INTEGER PRIMARY KEY, account INTEGER NOT NULL, cents INTEGER NOT NULL);',
  ...times(ACCOUNTS / ACCOUNTS_PER_LOAD_TRANSACTION, (batch) =>
    transaction(
      times(ACCOUNTS_PER_LOAD_TRANSACTION, (i) => {
        const id = batch * ACCOUNTS_PER_LOAD_TRANSACTION + i + 1;
        // Numbers of seven digits: they take as many bytes after every change, so that a row stays where it is.
        return `INSERT INTO accounts VALUES (${id}, ${5_000_000 + random.below(1_000_000)}, zeroblob(${FILLER_BYTES}));`;
      }),
    ),
  ).flat(),
];

const change = () => {
  const cents = random.below(2_000) - 1_000;
  const account = someAccount();
  return { account, cents, sql: `UPDATE accounts SET cents = cents + ${cents} WHERE id = ${account};` };
};

const lookup = () => `SELECT cents FROM accounts WHERE id = ${someAccount()};`;

const work = times(TRANSACTIONS, () => {
  const changes = times(CHANGED_PER_TRANSACTION, change);
  const [{ account, cents }] = changes;
  const note = `INSERT INTO history (account, cents) VALUES (${account}, ${cents});`;
  return [...times(LOOKUPS_PER_TRANSACTION, lookup), ...transaction([...changes.map(({ sql }) => sql), note])];
}).flat();

const DURABLE = ['PRAGMA journal_mode = DELETE;', 'PRAGMA synchronous = FULL;'];

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error('usage: node oltp-workload.mjs DIRECTORY');
  process.exit(2);
}
for (const [name, lines] of Object.entries({ load, work })) {
  writeFileSync(join(directory, `${name}.sql`), `${[...DURABLE, ...lines].join('\n')}\n`);
}
