/**
 * Why a worker process did not finish a task: it took too long, it wanted too much memory, or too many others wait.
 */
export class WorkerFailed extends Error {
  override name = 'WorkerFailed';
  readonly reason: 'slow' | 'large' | 'busy';

  constructor(reason: WorkerFailed['reason']) {
    super(`a worker process gave up: ${reason}`);
    this.reason = reason;
  }
}
