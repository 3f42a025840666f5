import { createContext, useContext } from 'react';

/** What marks the scripts of one rendering as ours; nothing in the browser. */
export const ScriptMark = createContext<string | undefined>(undefined);

export function useScriptMark() {
  return useContext(ScriptMark);
}
