import type { Comment } from '@mojian/contract/community/comments';
import { likedOf } from '../../core/likes/likes.ts';
import { withPictures } from '../../core/uploads/public-files.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Target } from './comment-target.ts';
import { badgeOf, isModerator, mayDelete, mayEdit } from './comments.policy.ts';
import * as queries from './comments.queries.ts';

type Context = { viewer: Viewer | null; target: Pick<Target, 'authorId' | 'commenting'> };

/** Comments as this viewer sees them, by id. Of a removed one nothing is told but its place. */
export async function presentComments(db: Db, { viewer, target }: Context, rows: queries.Row[]) {
  const [{ personOf, answeredOf }, liked] = await Promise.all([
    peopleIn(db, rows),
    likedOf(
      db,
      'comment',
      rows.map(({ id }) => id),
      viewer?.id,
    ),
  ]);
  const pictures = await withPictures(
    db,
    rows.map((row) => (row.removedAt === null ? (JSON.parse(row.pictures) as Comment['pictures']) : [])),
    'proven',
  );
  const present = (row: queries.Row, at: number): Comment => {
    const author = personOf(row.authorId);
    const { id, parentId, createdAt } = row;
    if (row.removedAt !== null) return { ...nobody, id, parentId, createdAt: isoTime(createdAt) };
    const { html, place, device, likes } = row;
    const held = row.state === 'held';
    const isToDecide = held && isModerator(viewer);
    const isEditable = mayEdit(viewer, row) && target.commenting !== 'closed';
    return {
      ...{ id, parentId, html, place, device, likes },
      pictures: pictures[at] ?? [],
      author: { id: author.id, nickname: author.nickname, avatar: author.avatar, badge: badgeOf(author, target) },
      replyTo: answeredOf(row),
      liked: liked.has(id),
      held,
      reasons: isToDecide ? (JSON.parse(row.reasons) as string[]) : [],
      removed: false,
      mayDelete: mayDelete(viewer, author),
      mayEdit: isEditable,
      text: isEditable ? row.text : '',
      mayRelease: isToDecide,
      createdAt: isoTime(createdAt),
      editedAt: row.editedAt === null ? null : isoTime(row.editedAt),
    };
  };
  return rows.map(present);
}

const nobody = {
  html: '',
  pictures: [],
  author: { id: 0, nickname: '', avatar: '', badge: null },
  replyTo: null,
  place: '',
  device: '',
  likes: 0,
  liked: false,
  held: false,
  reasons: [],
  removed: true,
  mayDelete: false,
  mayEdit: false,
  text: '',
  mayRelease: false,
  editedAt: null,
};

/** Who wrote the comments, and whom each one answers. */
async function peopleIn(db: Db, rows: queries.Row[]) {
  const answers = rows.filter(({ replyToId, parentId }) => replyToId !== null && replyToId !== parentId);
  const answered = await listOr(answers, (ids) => queries.listAuthorsOf(db, ids), 'replyToId');
  const people = await listOr([...rows, ...answered], (ids) => queries.listPeople(db, ids), 'authorId');
  const personById = new Map(people.map((person) => [person.id, person]));
  const authorOf = new Map(answered.map(({ id, authorId }) => [id, authorId]));
  const personOf = (id: number) => personById.get(id) ?? { id, nickname: '', avatar: '', role: 'member' as const };
  const answeredOf = ({ replyToId, parentId }: queries.Row) => {
    const authorId = replyToId === null || replyToId === parentId ? undefined : authorOf.get(replyToId);
    return authorId === undefined ? null : { id: authorId, nickname: personOf(authorId).nickname };
  };
  return { personOf, answeredOf };
}

/** Looks up what one column of some rows names, each once. */
async function listOr<Column extends string, Found>(
  rows: { [Name in Column]: number | null }[],
  list: (ids: number[]) => Promise<Found[]>,
  column: Column,
) {
  const ids = [...new Set(rows.map((row) => row[column]))].filter((id) => id !== null);
  return ids.length > 0 ? list(ids) : [];
}
