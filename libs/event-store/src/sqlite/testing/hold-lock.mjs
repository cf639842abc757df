/** Holds the write lock of a file until its standard input ends. Says "held" once it has it. */
import Database from 'better-sqlite3';

const database = new Database(process.argv[2]);
database.exec('BEGIN IMMEDIATE');
console.log('held');
process.stdin.resume();
process.stdin.on('end', () => {
  database.exec('ROLLBACK');
  database.close();
});
