// What the stylesheet is to TypeScript: something to import, without a name in it.
export {}
