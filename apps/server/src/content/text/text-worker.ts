import { readDocument } from '@mojian/foreign-files/markdown/read-document';
import { answerTasks } from '../../platform/workers/answer-tasks.ts';
import {
  hardBreaks,
  htmlToMarkdown,
  inspectText,
  likenessOf,
  linksIn,
  renderAbout,
  renderText,
  searchText,
  structure,
  words,
} from './text-tasks.ts';

const tasks = {
  hardBreaks,
  htmlToMarkdown,
  likenessOf,
  linksIn,
  inspectText,
  readDocument,
  renderAbout,
  renderText,
  searchText,
  structure,
  words,
};

export type TextTasks = typeof tasks;

answerTasks(tasks);
