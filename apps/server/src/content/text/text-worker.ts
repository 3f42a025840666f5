import { answerTasks } from '../../platform/workers/answer-tasks.ts';
import { likenessOf, linksIn, lookOver } from '../drafts/look-over.ts';
import { readDocument } from '../markdown-files/read-document.ts';
import { renderAbout, renderText, searchText, structure, words } from './render-text.ts';

const tasks = { likenessOf, linksIn, lookOver, readDocument, renderAbout, renderText, searchText, structure, words };

export type TextTasks = typeof tasks;

answerTasks(tasks);
