export type { Projection, ReadModelReader, ReadModelTables, Row, SqlValue } from './read-model.js';
