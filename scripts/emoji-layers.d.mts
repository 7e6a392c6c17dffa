/** From back to front: color, opacity, even-odd, outline, and for strokes their width. */
export type EmojiLayer = [string, number, number, number[]] | [string, number, number, number[], number]

/** The drawing of one emoji as layers. */
export declare function emojiLayers(svg: string): EmojiLayer[]

/** The key of an emoji from the name of its file. */
export declare function emojiKey(fileName: string): string
