/** A line of a room as a reporter hands it over; `picture` is its address or ''. */
export type ExcerptLine = {
  id: number;
  senderId: number;
  sender: string;
  text: string;
  picture: string;
  createdAt: string;
};

/** What was handed over of a room, in order; nothing of what is not of the chat, or forgotten. */
export function readExcerpt(excerpt: string): ExcerptLine[] {
  return excerpt === '' ? [] : JSON.parse(excerpt);
}
