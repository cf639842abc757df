import { query, type Operation } from '#runtime';

import { GetDayDeadlinesQuery, GetDeadlineQuery, ListDeadlinesQuery } from './deadlines.dto.js';
import { getDayDeadlines, getDeadline, listDeadlines } from './deadlines.queries.js';

/** What can be asked about deadlines; events alone start and stop them. */
export const deadlineOperations: readonly Operation[] = [
  query({
    id: 'listDeadlines',
    summary: 'Deadlines in the order of urgency, each with its explanation and where it stands on the day asked about',
    query: ListDeadlinesQuery,
    answer: listDeadlines,
  }),
  query({
    id: 'getDeadline',
    summary: 'One deadline with its explanation',
    query: GetDeadlineQuery,
    answer: getDeadline,
  }),
  query({
    id: 'getDayDeadlines',
    summary: 'The limitation clocks of one offense day, and the fines that name it',
    query: GetDayDeadlinesQuery,
    answer: getDayDeadlines,
  }),
];
