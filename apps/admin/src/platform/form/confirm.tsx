import { Popconfirm, type PopconfirmProps } from 'antd';

/** Asks before something is done, beside what does it. The keyboard is led to the answer: Enter agrees, Esc thinks better of it. */
export function Confirm(props: PopconfirmProps) {
  return <Popconfirm okButtonProps={{ autoFocus: true }} destroyOnHidden {...props} />;
}
