import { readDocument } from '../markdown-files/read-document.ts';
import { answerTasks } from '../workers/answer-tasks.ts';
import { renderAbout, renderText, searchText, structure } from './render-text.ts';

const tasks = { readDocument, renderAbout, renderText, searchText, structure };

export type TextTasks = typeof tasks;

answerTasks(tasks);
