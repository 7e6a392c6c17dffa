/** What a post waits for whose film is not there yet. */
export const FILM_DETAIL = 'Making the video.'
/** And one of a whole file of posts, whose pictures nobody should wait for. */
export const PICTURES_DETAIL = 'Making the pictures.'
