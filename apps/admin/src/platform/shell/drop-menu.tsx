import { Dropdown, type MenuProps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { AntdTheme } from './antd-frame.tsx';

type Props = { menu: MenuProps; children: React.ReactElement };

/** Menu under a button, open at first; loaded when the button is first pressed. */
export function DropMenu({ menu, children }: Props) {
  const [isOpen, setOpen] = useState(true);
  const place = useRef<HTMLSpanElement>(null);
  // the button pressed has been replaced by this one
  useEffect(() => place.current?.querySelector('button')?.focus(), []);
  return (
    <span ref={place}>
      <AntdTheme>
        <Dropdown trigger={['click']} menu={menu} placement="bottomRight" open={isOpen} onOpenChange={setOpen}>
          {children}
        </Dropdown>
      </AntdTheme>
    </span>
  );
}
