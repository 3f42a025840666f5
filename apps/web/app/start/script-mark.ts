import { createContext, useContext } from 'react';

/** CSP mark for the scripts of one rendering; undefined in the browser. */
export const ScriptMark = createContext<string | undefined>(undefined);

export function useScriptMark() {
  return useContext(ScriptMark);
}
