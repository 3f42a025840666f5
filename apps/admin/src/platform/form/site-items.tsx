import { Form, Input } from 'antd';

/** Of a site elsewhere: what it is called, where it is, what it is. */
export function SiteItems() {
  return (
    <>
      <Form.Item name="name" label="站名">
        <Input />
      </Form.Item>
      <Form.Item name="url" label="网址">
        <Input inputMode="url" />
      </Form.Item>
      <Form.Item name="info" label="简介">
        <Input />
      </Form.Item>
    </>
  );
}
