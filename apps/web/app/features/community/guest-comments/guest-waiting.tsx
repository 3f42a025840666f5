import './guest-waiting.css';

/** Below a comment of this browser that waits for review. */
export function GuestWaiting() {
  return <p className="guest-waiting accent">审核后显示，现在只有你看得见。</p>;
}
