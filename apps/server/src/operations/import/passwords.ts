import { longestArticlePassword, readTypes } from '@mojian/contract/platform/rules';
import type { SourceArticle } from '@mojian/importers/form';

/** Fate of an article's password: `none` it had, `kept`, or `lost`, whose article nobody but its author reads. */
export function lockOf({ own, hasPassword, password = '', readType }: SourceArticle): 'none' | 'kept' | 'lost' {
  const isLocked = hasPassword || readType === readTypes.withPassword;
  if (!isLocked) return 'none';
  if (own) return own.password ? 'kept' : 'lost';
  const word = password.trim();
  return word !== '' && word.length <= longestArticlePassword ? 'kept' : 'lost';
}

/** Fields by which readers are let in; the password of another system is not hashed yet. */
export function readingOf(item: SourceArticle) {
  const { own, password, readType } = item;
  if (lockOf(item) === 'none') return { readType };
  if (lockOf(item) === 'lost') return { readType: readTypes.onlyAuthor };
  return {
    readType: readTypes.withPassword,
    password: own?.password?.hash ?? password,
    passwordHint: own?.password?.hint,
  };
}
