import { readToken } from '../../../session/session.ts';
import { readStored, writeStored } from '../../../storage/stored-json.ts';
import { askToLogIn } from './ask-to-log-in.ts';

const key = 'asked from';

/** Asks to log in from a field, by its place. The page begins anew afterwards, and the field takes up the focus again. */
export function askToLogInFrom(place: string) {
  writeStored('sessionStorage', key, place);
  askToLogIn();
}

/** Whether a login was asked from this field, once: then it has the focus, with the caret behind what was written. */
export function takeUpAgain(place: string, field: HTMLTextAreaElement | null) {
  if (!readToken() || readStored<string>('sessionStorage', key) !== place) return false;
  writeStored('sessionStorage', key, undefined);
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
  return true;
}
