import { DatePicker, Layout, Menu, Select, Table } from 'antd';
import { Outlet, useLoaderData } from 'react-router';

export function Shell() {
  const office = useLoaderData();
  return (
    <Layout>
      <Layout.Sider width={184}>
        <Menu items={[{ key: '/', label: '概览' }]} />
      </Layout.Sider>
      <Layout.Content>
        {office?.nickname}
        <Table columns={[{ title: '标题', dataIndex: 'a' }]} dataSource={[{ key: 1, a: '一' }]} />
        <DatePicker /> <Select options={[{ value: 1, label: '一' }]} />
        <Outlet />
      </Layout.Content>
    </Layout>
  );
}
