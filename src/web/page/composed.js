// Problems that `tedomari compose` made from games of the program against itself.

/** The problems as an SGF collection. */
export const COMPOSED = `
`
