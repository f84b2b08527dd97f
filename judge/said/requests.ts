/** How a message puts something on the person: the words that both kinds of request share. */

/** The person is told to: please, must, need to, make sure. Not can: that is how to use a thing. */
export const TOLD_TO =
  "(?:please(?: also| then| now| just| first)?|kindly|you(?:'ll| will| would|'d)?(?: still| now| also| first| then| just)* (?:need to|have to|must|should|got to|be required to|want to make sure)(?: also| first| now| then)?|make sure(?: to| you| that you)?|be sure to|don't forget to|do not forget to|remember to|ensure(?: that)? you|(?:can|could|would) you(?: please| also| then)?|i(?:'ll)?(?: still)? need you to|i'd like you to|you are required to|requires you to|it's up to you to|ask you to|asking you to|have someone|someone (?:needs|has) to)";

/** A clause that begins with an order. */
export const AT_START =
  "^(?:(?:✓ )?(?:\\d+[.)] )?(?:then|and|next|first|now|finally|before that|after that),? )?";

/** A heading over what the person has to do. */
export const FOR_YOU =
  /\b(?:you(?:'ll)? (?:need|have) to(?: do)?|(?:your|manual|user) (?:action|actions|steps?|tasks?|todo|part|side|next steps?)|action(?:s)? (?:required|needed)|manual (?:steps|setup|actions?|verification|testing|intervention)|for you(?: to do)?|on your (?:side|end)|what i need from you|needs? (?:from )?you|to (?:verify|test(?: (?:it|this|the \S+))?|confirm)|requires? (?:you|a human|manual)|before you (?:can )?(?:run|start|merge|deploy|use)|to (?:finish|complete) (?:the )?(?:setup|installation|deployment|this)|blocked on you)\b/;
