import { points, type Domain } from './domain.ts'

/** Plants, rooms, kitchens, coffee and animals. */
export const homeDomains: readonly Domain[] = [
  {
    name: 'plants',
    signsOf: 'trouble',
    match: /\b(plants?|houseplants?|garden|gardening|balcony|flowers?|succulents?|monstera|herbs|seeds|tomatoes)\b/,
    emoji: ['🪴', '🌱', '🌿'],
    tips: points(`
      finger in the soil first | dry to the second knuckle? water. still damp? walk away.
      group them by thirst | the ferns in one corner, the cacti in the other. watering takes half the time.
      turn the pot a quarter each week | they lean to the light, you keep them straight.
      wipe the leaves | dust is a curtain. a damp cloth once a month opens it.
      water from below | ten minutes in a bowl, and the roots take what they want.
      repot in spring | one size up, never three. roots like company.
      start with basil and mint | they forgive a lot, and dinner gets better.
      move it, then wait | give a new spot three weeks before you blame the plant.
      name the dry week | one calendar note in winter: less water, no food, more light.`),
    mistakes: points(`
      watering every sunday | plants don't have calendars, they have weather.
      a pot without a hole | it looks lovely until the roots start to swim.
      full sun for everyone | the jungle floor is shady, and that's where half of them come from.
      feeding a sick plant | it needs a rest and a look at its roots, not a banquet.`),
    signs: points(`
      yellow leaves at the bottom | usually too much love. skip the next two waterings.
      brown crispy tips | the air is dry. move it away from the radiator.
      long thin stems | it's reaching. two steps closer to the window will do.
      roots out of the hole | time for a bigger flat.`),
  },
  {
    name: 'home',
    signsOf: 'good',
    match:
      /\b(home|house|apartment|flat|room|bedroom|kitchen cabinets?|declutter\w*|tidy|tidying|clean|cleaning|decor|interior|minimalis\w*|laundry|organi[sz]\w*|ikea|furniture|small space)\b/,
    emoji: ['🏠', '🛋️', '🧺'],
    tips: points(`
      lamps instead of the ceiling | three small lights at eye level make any rented room feel like yours.
      one drawer, ten minutes | not the whole flat. the drawer you swear at every day.
      hang the curtains higher | a hand's width below the ceiling, and the window grows.
      a tray makes a mess a display | keys, candle, post: same things, suddenly on purpose.
      empty the floor first | everything up for an hour, and you'll see what the room wanted to be.
      one in, one out | the new mug is lovely. which old one is leaving?
      hooks by the door | the chair was never meant to be a wardrobe.
      open two windows | five minutes across the flat beat any room spray.
      live with it for a week | blank wall first, then buy. most of the list disappears.`),
    mistakes: points(`
      buying boxes before sorting | now you own the clutter and the boxes.
      pushing everything to the wall | pull the sofa forward a hand's width. it can breathe.
      one rug, too small | front legs on, always. otherwise it's a bath mat.
      cleaning before tidying | you can't wipe a table you can't see.`),
    signs: points(`
      you meet in the kitchen | every good home has one corner that people drift to.
      guests take off their shoes | and stay for another tea.
      things have an address | you can describe where the scissors are on the phone.
      you stopped saying sorry for the mess | it's lived in. that was the idea.`),
  },
  {
    name: 'cooking',
    signsOf: 'good',
    match:
      /\b(cook|cooking|recipes?|meals?|dinners?|lunch|breakfasts?|food|kitchen|bake|baking|bread|sourdough|pasta|vegan|meal ?prep|snacks?|soup|cake)\b/,
    emoji: ['🍋', '🍳', '🥖'],
    tips: points(`
      salt while you cook | a pinch at each step, and nothing needs saving at the table.
      finish with something sour | lemon, vinegar, a spoon of yoghurt. it turns the lights on.
      hot pan, then oil, then food | wait until it shimmers. that sound is flavour.
      keep the pasta water | half a cup turns a sauce from sitting on it to hugging it.
      roast a whole tray | two vegetables, oil, salt, 25 minutes. that's three lunches.
      onions need twelve minutes | every recipe says five. every recipe is lying.
      taste before you serve | spoon, pause, ask what's missing: salt, acid or heat.
      freeze the ends | bread, herbs, parmesan rind. future soups say thank you.
      sharpen one knife | one good blade beats a drawer full of dull ones.
      let it rest | five minutes for the meat, forty for the bread. patience is an ingredient.`),
    mistakes: points(`
      a crowded pan | it steams instead of browning. two rounds are quicker than one sad one.
      garlic at the start | it burns while the onions are still thinking. add it last.
      measuring flour by cup | a scale costs ten euros and saves every cake after that.
      opening the oven to check | the light switch exists, and the cake can feel you.`),
    signs: points(`
      you smell when it's done | thirty seconds before the timer, every time.
      leftovers became a plan | roast on sunday, soup on monday, toast on tuesday.
      you stopped reading the recipe | you look once, then you cook.
      people ask for the sauce | it's lemon and salt. let them wonder.`),
  },
  {
    name: 'coffee',
    signsOf: 'good',
    match: /\b(coffee|espresso|barista|latte|cappuccino|beans|matcha|tea|cafe|cafes|café|cafés)\b/,
    emoji: ['☕', '🤎', '🫖'],
    tips: points(`
      grind right before you brew | fifteen minutes later half of the smell has left the room.
      weigh it once | 60 grams to the litre. after that your spoon knows.
      let the kettle calm down | half a minute off the boil and the bitterness stays out.
      rinse the filter | two seconds, or your first sip tastes of cardboard.
      buy smaller bags | fresh beats fancy. 250 grams, two weeks, repeat.
      wet it first and wait | thirty seconds of bloom, then pour the rest slowly.
      clean the machine on fridays | old oil is the taste you've been blaming on the beans.
      try it black once | only the first sip. you'll learn more about the bean than in a year of lattes.
      use a cup you like | it's the same coffee and somehow it's not.`),
    mistakes: points(`
      beans in the freezer door | warm, cold, warm, wet. a dark cupboard is all they want.
      water straight from a hard tap | if your kettle looks like a cave, so does your cup.
      grinding finer to make it stronger | it only gets bitter. use more coffee instead.
      a third cup at five | you'll meet it again at midnight.`),
    signs: points(`
      you smell the bag first | eyes closed, in the shop, without shame.
      you know the roaster's name | and they know yours, and your order.
      you pack beans for holidays | next to the toothbrush.
      decaf doesn't offend you now | it's about the ritual at nine, not the jolt.`),
  },
  {
    name: 'dogs',
    signsOf: 'good',
    match: /\b(dogs?|puppy|puppies|pup|labrador|retriever|walkies)\b/,
    emoji: ['🐶', '🐾', '🦴'],
    tips: points(`
      let the walk be theirs | ten minutes of sniffing tires a dog more than an hour of marching.
      reward the boring moments | a quiet dog on a mat is doing something right. say so.
      five minutes of training, twice | short, fun, stop while they still want more.
      one word for one thing | "down" can't mean lie down and get off the sofa.
      touch the paws every day | a week of treats now, an easy vet visit for years.
      come home without a party | calm hello, calm goodbye, calm dog.
      rotate the toys | three out, the rest hidden. on friday everything is new.
      teach "find it" | throw a handful of kibble in the grass. best job they ever had.
      make the vet a friend | drop in for a biscuit and leave again. no needle, no drama.`),
    mistakes: points(`
      calling only to leave the park | come should mean chicken, not the end of the fun.
      repeating it five times | say it once, wait, help. otherwise you teach them to wait for number five.
      too much too soon | a puppy needs more sleep than a cat. most naughty is just tired.
      laughing at the jump | it's cute at six kilos. it's a problem at thirty.`),
    signs: points(`
      they lean on you | full weight, on your leg, while looking elsewhere. that's trust.
      they check in on walks | three steps, one look back. you're the anchor.
      they sigh next to you | that's a dog clocking off for the day.
      they bring you the gross toy | the wettest one. it's an honour.`),
  },
  {
    name: 'cats',
    signsOf: 'good',
    match: /\b(cats?|kittens?|kitty|feline)\b/,
    emoji: ['🐱', '🐾', '🧶'],
    tips: points(`
      water away from the food | in the wild you don't drink where you eat. a second bowl changes a lot.
      blink slowly at them | it's the handshake. wait for the one that comes back.
      one litter tray more than cats | in two different places. quiet ones.
      play before dinner | hunt, catch, eat, wash, sleep. in that order the night is quiet.
      give them height | one shelf by a window is worth five toys.
      let them come to you | hold out a finger and look away. it's a job interview.
      keep the carrier out | with a blanket in it, all year. it becomes a bed instead of a trap.
      brush for one minute a day | on the sofa, while you watch something. fewer hairballs, more purring.
      hide five pieces of kibble | boredom is the reason the glass fell off the table.`),
    mistakes: points(`
      moving the litter tray overnight | half a metre a day, or they'll choose the rug.
      touching the belly | it was never an invitation. it was a compliment.
      a new cat in one day | a week behind a door first. smell, then sight, then hello.
      milk in a bowl | it's a film thing. their stomach hasn't seen the film.`),
    signs: points(`
      tail like a question mark | somebody is happy that you came home.
      they sleep with their back to you | nobody guards the door from an enemy they live with.
      the head bump | you now smell like family.
      slow blinks across the room | that was an i love you. blink back.`),
  },
]
