import { answerTasks } from '../workers/answer-tasks.ts';
import { renderAbout, renderText, searchText, structure } from './render-text.ts';

const tasks = { renderAbout, renderText, searchText, structure };

export type TextTasks = typeof tasks;

answerTasks(tasks);
