/** Every scope, with its label on the consent page. */
export const SCOPES: Readonly<Record<string, string>> = {
  'user.info.basic': 'See your name and picture',
  'user.info.profile': 'See your profile',
  'user.info.stats': 'See how many follow you',
  'video.upload': 'Put drafts into your inbox',
  'video.publish': 'Post for you',
  'video.list': 'See your public videos',
}

/** Fields of the user info and the scope each needs. */
export const USER_FIELDS: Readonly<Record<string, string>> = {
  open_id: 'user.info.basic',
  union_id: 'user.info.basic',
  avatar_url: 'user.info.basic',
  avatar_url_100: 'user.info.basic',
  avatar_large_url: 'user.info.basic',
  display_name: 'user.info.basic',
  bio_description: 'user.info.profile',
  profile_deep_link: 'user.info.profile',
  profile_web_link: 'user.info.profile',
  is_verified: 'user.info.profile',
  username: 'user.info.profile',
  follower_count: 'user.info.stats',
  following_count: 'user.info.stats',
  likes_count: 'user.info.stats',
  video_count: 'user.info.stats',
}
