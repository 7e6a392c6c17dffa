// Numbers and paths of the contract, apart from its schemas: the page loads them without the schemas' library.

export const PROJECT_TITLE_MAX = 300
/** Longest topic, in UTF-16 code units. */
export const TOPIC_MAX = 2000

/** Longest company name and description, in characters. */
export const COMPANY_NAME_MAX = 120
export const COMPANY_DESCRIPTION_MAX = 2000

/** Uploads at most this many bytes and pixels. */
export const UPLOAD_MAX_BYTES = 20 * 1024 * 1024
export const UPLOAD_MAX_PIXELS = 50_000_000
/** Longest side of an uploaded image, in pixels. */
export const UPLOAD_MAX_SIDE = 20_000

/** An uploaded font: its file, what it may hold, what is stored of it, and all files of one font together, in bytes. */
export const FONT_UPLOAD_MAX_BYTES = 5 * 1024 * 1024
export const FONT_UNPACKED_MAX_BYTES = 16 * 1024 * 1024
export const FONT_STORED_MAX_BYTES = 4 * 1024 * 1024
export const FONT_FILE_MAX_BYTES = 8 * 1024 * 1024
/** Longest name of an uploaded font, and most fonts of an account. */
export const FONT_NAME_MAX = 60
export const FONTS_MAX = 100

/**
 * Minimum bytes that a stored image counts against the user's quota. Thumbnails and other variants don't count, and those of a tiny image are a
 * hundred times its size.
 */
export const COUNTED_BYTES_MIN = 256 * 1024

/** Maximum photos in one batch request. */
export const MEDIA_IDS_MAX = 50_000
/** Maximum ids that the page sends in one request: they take 800 kB, and a body has at most 1 MB. */
export const MEDIA_IDS_PER_REQUEST = 20_000
/** Most photos of one page of the library. */
export const MEDIA_PAGE_MAX = 1000
/** Photos of one block of a section: what the library loads at a time, wherever it is looked at. */
export const MEDIA_BLOCK = 120
/** Maximum photos in one response that asks for all of them. */
export const MEDIA_WHOLE_MAX = 20_000
/** Longest search in the library, and most tags that are listed, the most used first. */
export const MEDIA_SEARCH_MAX = 200
export const MEDIA_TAGS_LISTED = 500
/** Longest tag, in characters, and the most tags of one photo. */
export const TAG_MAX = 40
export const TAGS_PER_PHOTO_MAX = 20

/** How long a signed URL of a file is valid. */
export const SIGNED_URL_SECONDS = 3600

/** Longest extra context of a slideshow, in UTF-16 code units. */
export const EXTRA_CONTEXT_MAX = 4000

/** Starts a slideshow; the answer streams its events. */
export const GENERATE_PATH = '/api/generate'
/** Events of a run so far, then live: what a reloaded page reads. */
export const generateEventsPath = (projectId: string) => `${GENERATE_PATH}/${projectId}/events`
/** Stops a run and saves the slides written so far. Leaving the page doesn't stop it. */
export const generateCancelPath = (projectId: string) => `${GENERATE_PATH}/${projectId}/cancel`

/** Asks for other texts of a slide or a box. */
export const REWRITE_PATH = '/api/rewrite'
/** Finds topics close to a slideshow, and most of them. */
export const SIMILAR_TOPICS_PATH = '/api/similar-topics'
export const SIMILAR_TOPICS_MAX = 5
/** Writes captions for a post; the answer streams them. */
export const CAPTIONS_PATH = '/api/captions'
/** Captions of one request, to choose from. */
export const CAPTIONS_WANTED = 3
/** Most hashtags of a written caption. */
export const CAPTION_HASHTAGS_MAX = 5
/** Longest text of a slide that a caption is written from, in UTF-16 code units. */
export const CAPTION_SLIDE_TEXT_MAX = 2000
/** Renders the MP4 on the server where the browser can't. */
export const VIDEO_PATH = '/api/video'
/** Upload of a track for videos. */
export const TRACKS_PATH = '/api/tracks'
/** Files of found music. */
export const FOUND_SOUND_PATH = '/api/stock/sounds/file'
/** Maximum frames of one image in a video: ten seconds. */
export const PICTURE_FRAMES_MAX = 600
/** Kinds of rewrites; `alternatives` returns several hooks to choose from. */
export const REWRITE_WAYS = ['again', 'shorter', 'punchier', 'simpler', 'spelling', 'tone', 'translate', 'alternatives'] as const
export type RewriteWay = (typeof REWRITE_WAYS)[number]
export const ALTERNATIVES_WANTED = 5
/** Languages that the page offers by name. */
export const OFFERED_LANGUAGES = [
  'English',
  'Spanish',
  'French',
  'German',
  'Portuguese',
  'Italian',
  'Arabic',
  'Hindi',
  'Japanese',
  'Chinese',
] as const
/** Longest name of a language to translate into, in UTF-16 code units. */
export const LANGUAGE_MAX = 60
/** Most languages that a slideshow is translated into at once. */
export const TRANSLATIONS_MAX = 40
/** Most texts of one rewrite of several slides, as many as a slide can have. The page requests more slides in groups. */
export const REWRITE_TEXTS_MAX = 40

export const CUSTOM_MODE_NAME_MAX = 120
export const TEMPLATE_NAME_MAX = 120
/** Longest name of a saved style, in characters, and the most styles of a user. */
export const SAVED_STYLE_NAME_MAX = 60
export const SAVED_STYLES_MAX = 100
/** Outgoing webhooks of a user, and the longest name and URL of one, in characters. */
export const WEBHOOKS_MAX = 10
export const WEBHOOK_NAME_MAX = 60
export const WEBHOOK_URL_MAX = 500
export const TEMPLATE_KINDS = ['caption', 'hashtags'] as const
/** Longest caption and description of a post, in UTF-16 code units. */
export const CAPTION_MAX = 150
export const POST_DESCRIPTION_MAX = 4000
/** Maximum posts per batch request, and accounts per schedule request. */
export const POSTS_AT_ONCE_MAX = 200
/** Most weekly posting times of an account. */
export const POSTING_SLOTS_MAX = 100
/** A post nearer than this occupies a weekly posting time, in minutes. */
export const SLOT_APART_MINUTES = 15
/** Longest address of a post on its platform. */
export const POST_ADDRESS_MAX = 2000
/** Longest reason for not posting by hand, in UTF-16 code units. */
export const NOT_POSTED_REASON_MAX = 300

/** The page for manual posting; the token in the URL gives access. */
export const MANUAL_POSTING_PAGES = '/post'
/** Files of such a post. */
export const MANUAL_POSTING_FILES = '/files/hand-over'

/** Longest name of an API key, most keys in use per user, and the longest life of one that expires, in days. */
export const API_KEY_NAME_MAX = 60
export const API_KEYS_MAX = 20
export const API_KEY_DAYS_MAX = 366

/** Longest topic, and longest words of a slide, in a request for photos. */
export const SUGGESTION_TEXT_MAX = 500
/** Photos that one request for others can exclude. */
export const SUGGESTIONS_EXCLUDED_MAX = 500

/** Longest search in the projects. */
export const PROJECT_SEARCH_MAX = 200

/** Blogs that are read of all that an account follows. */
export const FOLLOWED_BLOGS_MAX = 20
/** Platforms whose posts the server reads: in the library, and as slide backgrounds. */
export const BLOGS_CHECKED_MAX = 10
/** Posts of a blog in the library, in the picker, and for backgrounds. */
export const LIBRARY_POSTS_PER_BLOG = 15
export const PICKER_POSTS_PER_BLOG = 12
export const BACKGROUND_POSTS_PER_BLOG = 10
/** Blogs in the picker, and preview photos per blog. */
export const PICKER_BLOGS_MAX = 8
export const PREVIEW_PHOTOS = 4
/** Widest thumbnail of a blog's photo, in pixels. */
export const THUMBNAIL_WIDTH_MAX = 300

/** Saves an image of a followed blog as a file of the caller. Answers like an upload, with 201. */
export const REMOTE_IMPORT_PATH = '/api/pictures/remote/import'

/** A ZIP with all data stored about the user. */
export const ACCOUNT_DOWNLOAD_PATH = '/api/account/download'

/** Followed by the secret of a user's calendar and `.ics`. */
export const CALENDAR_PATH = '/calendar/'
/** Where a post is shown among all others. */
export const postPath = (id: string) => `/post_scheduler?post=${id}`

/** All posts of the user as CSV. */
export const POSTS_TABLE_PATH = '/api/scheduled-posts.csv'
/** Largest table of posts that is read, in bytes, and most posts in it. */
export const TABLE_BYTES_MAX = 1024 * 1024
export const TABLE_LINES_MAX = 500

/** Most lines of a table of slideshows, which is a day's requests to the AI, and the tables that are listed. */
export const BATCH_ROWS_MAX = 200
export const BATCHES_LISTED = 50

/** Longest goals and topics of a content plan, its most templates and tokens a week, and the most hours until silence approves a post. */
export const PLAN_TEXT_MAX = 4000
export const PLAN_TEMPLATES_MAX = 20
export const PLAN_TOKENS_MAX = 10_000_000
export const SILENCE_HOURS_MAX = 24 * 14

/** Maximum active recurring posts per user. */
export const RECURRENCES_MAX = 100
/** Times of a rule that are shown before it is used. */
export const PREVIEW_TIMES = 5

/** Maximum tokens a day, and maximum megabytes, that an operator can allow per user. */
export const DAILY_TOKENS_MAX = 2_147_483_647
export const STORAGE_QUOTA_MB_MAX = 100_000_000
/** Longest invitation, as its link has it, and how long one is good. */
export const INVITATION_TOKEN_MAX = 200
export const INVITATION_DAYS = 7

/** Pages for clients who approve posts, and the files of those posts; the token follows. */
export const APPROVAL_PAGES = '/approve'
export const APPROVAL_FILES = '/files/approve'
/** Most posts of a link: a company's busy month. */
export const APPROVAL_LINK_POSTS_MAX = 200
export const APPROVAL_DAYS_MAX = 90
/** Longest name, title and comment, in UTF-16 code units. */
export const APPROVAL_NAME_MAX = 80
export const APPROVAL_COMMENT_MAX = 1000
/** Most comments of one post. */
export const APPROVAL_COMMENTS_MAX = 200
export const APPROVAL_PASSCODE_MIN = 4
export const APPROVAL_PASSCODE_MAX = 64

/** Characters of a search for free photos: the shortest limit of all services. */
export const STOCK_WORDS_MAX = 100

/** Characters of a prompt for an AI photo. */
export const AI_PHOTO_PROMPT_MAX = 2000
/** Photos of one job. */
export const AI_PHOTOS_AT_ONCE = 4
