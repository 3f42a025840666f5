/** Every way a call can fail: HTTP status and the text shown to the reader. The only such table. */
export const failures = {
  // polled every second: browsers log a 4xx as an error, and a 200 would be a login
  pending: [202, '还没有收到，请稍等'],
  'invalid-input': [400, '输入内容有误'],
  'wrong-login': [400, '账号或密码错误'],
  'wrong-code': [400, '验证码错误或已过期'],
  'signed-out': [401, '请先登录'],
  'wrong-key': [401, '钥匙不对、过期或已停用'],
  'not-allowed': [403, '没有权限'],
  'no-scope': [403, '这把钥匙没有这项权限'],
  'not-approved': [403, '注册申请正在等站长通过'],
  'no-mail': [503, '本站没有发信服务器，验证码寄不出去，请联系站长'],
  'not-found': [404, '内容不存在或已被删除'],
  'feature-off': [404, '站长关闭了这项功能'],
  gone: [410, '内容已被删除'],
  'already-done': [409, '已经操作过了'],
  stale: [409, '别处已经有更新的版本，这里的还没有保存'],
  taken: [409, '已被占用'],
  'too-large': [413, '内容过大'],
  'wrong-type': [415, '不支持这种文件'],
  'password-needed': [428, '为了账号安全，请再输入一次密码'],
  'captcha-needed': [428, '请先完成安全验证'],
  'too-many-requests': [429, '操作太频繁，请稍后再试'],
  unexpected: [500, '服务器开小差了，请稍后再试'],
  maintenance: [503, '本站正在维护，现在只能阅读，请稍后再来'],
  unavailable: [503, '暂时无法读取数据，请稍后再试'],
  'disk-full': [507, '磁盘已满，没有保存；请联系站长清理后重试'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type FailureId = keyof typeof failures;

/** Invalid input, by its name in the call, and why. */
export type Fault = { field: string; text: string };

/**
 * Thrown by the server's features, and by the client for a refused call. `field` names the invalid input, `faults` all
 * of them, that one first; `retryAfter`: seconds until the call may succeed.
 */
export class Failure extends Error {
  override name = 'Failure';
  readonly id: FailureId;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;
  readonly faults: readonly Fault[];

  constructor(
    id: FailureId,
    text: string = failures[id][1],
    field?: string,
    retryAfter?: number,
    faults: readonly Fault[] = field === undefined ? [] : [{ field, text }],
  ) {
    super(text);
    this.faults = faults;
    this.id = id;
    this.field = field;
    this.retryAfter = retryAfter;
  }

  get status() {
    return failures[this.id][0];
  }
}

/** Whether it is a refusal, also one of another copy of this class: the page bundle has its own. */
export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && error.name === 'Failure';
}

/** Whether the value is an id of the failures table. */
export function isFailureId(value: unknown): value is FailureId {
  return typeof value === 'string' && Object.hasOwn(failures, value);
}
