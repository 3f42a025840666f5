import { Drawer } from 'antd';
import { AntdTheme } from './antd-frame.tsx';
import { Brand, SideMenu } from './menus.tsx';

/** The side menu of a phone, loaded when it is first opened. */
export function PhoneDrawer({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <AntdTheme>
      <Drawer
        className="office-drawer"
        placement="left"
        size={256}
        open={isOpen}
        onClose={close}
        closable={{ placement: 'end' }}
        title={<Brand />}
      >
        <SideMenu />
      </Drawer>
    </AntdTheme>
  );
}
