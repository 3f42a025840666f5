declare module 'virtual:call-sheet' {
  export const sheet: import('@mojian/client').CallSheet;
}
