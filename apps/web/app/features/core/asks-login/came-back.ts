import { readToken } from '../../../session/token.ts';
import { readStored, writeStored } from '../../../storage/stored-json.ts';
import { askToLogIn } from './ask-to-log-in.ts';

const key = 'asked from';

/** Asks for a login from a field. After the reload `takeUpAgain` restores its focus. */
export function askToLogInFrom(place: string) {
  writeStored('sessionStorage', key, place);
  askToLogIn();
}

/** Focuses the field that asked for the login, once, with the caret at its end. */
export function takeUpAgain(place: string, field: HTMLTextAreaElement | null) {
  if (!readToken() || readStored<string>('sessionStorage', key) !== place) return false;
  writeStored('sessionStorage', key, undefined);
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
  return true;
}
