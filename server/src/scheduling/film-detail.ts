/** What a post waits for whose film is not there yet. */
export const FILM_DETAIL = 'The video is being made.'
/** And one of a whole file of posts, whose pictures nobody should wait for. */
export const PICTURES_DETAIL = 'The pictures are being made.'
