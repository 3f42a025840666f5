/** In the place of the form: what was said stands below. */
export function CommentsClosed() {
  return <p className="comments-closed">评论已关闭</p>;
}
