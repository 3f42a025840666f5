import { closeBrackets } from '@codemirror/autocomplete';
import { type Extension, Prec } from '@codemirror/state';
import { slashMenu } from './slash-menu.ts';

/** Before the editor's own keys, which are there already. */
export const typingHelp: Extension = Prec.high([closeBrackets(), slashMenu]);
