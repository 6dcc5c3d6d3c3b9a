/** A phrase that must not be used, and what to write instead. */
export interface BannedPhrase {
  /** Matches lower-case text, in which identifiers are split into words. */
  readonly pattern: RegExp;
  readonly use: string;
}

const ban = (pattern: RegExp, use: string): BannedPhrase => ({ pattern, use });

/**
 * Stilted phrases and terms that the glossary replaces. A phrase belongs here only if it is wrong in every
 * context. Identifiers and file names match as well: `toldApart`, `told_apart`, and `told-apart`.
 */
export const bannedPhrases: readonly BannedPhrase[] = [
  // Terms with a standard name
  ban(/\b(told|tell|tells|telling) (\w+ )?apart\b/, 'disambiguate, disambiguation label'),
  ban(/\bhold user\b|\bhere and not leaving\b/, 'lock the active user'),
  ban(/\bdue work\b/, 'poll for due jobs'),
  ban(/\b(work|works|worked|working) off\b/, 'process'),
  ban(/\bafter (a )?pause\b/, 'debounce'),
  ban(/\b(put|puts|putting) (it |them |a job )?in line\b|\bhand(s|ed)? in\b/, 'enqueue'),
  ban(/\b(tell|tells|told) everybody\b/, 'publish'),
  ban(/\b(try|tries|tried|trying|ask|asks|asked|asking) anew\b|\basks? again\b/, 'retry'),
  ban(/\bsecond try\b/, 'retry, second attempt'),
  ban(/\b(take|takes|took|taken|taking) (it |them )?back\b/, 'revoke, undo, remove'),
  ban(/\b(give|gives|gave|given|giving) (\w+ )?back\b/, 'return, release, revoke'),
  ban(/\btake(s|n)? possession\b|\bproves? (the )?person\b/, 'claim, reauthenticate'),
  ban(/\b(a|the|every|each|last) way in\b(?! which)|\bways in\b(?! which)/, 'sign-in method'),
  ban(
    /\b(provider|database|bank|exchange|aggregator|server|queue) ((is|was) )?away\b/,
    'unavailable',
  ),
  ban(/\bdo(es)? not answer\b|\bdid not answer\b/, 'is unavailable, does not respond'),
  ban(/\banswer(s|ed|ing)? (with )?(a )?\d{3}\b/, 'return, respond with'),
  ban(/\b(keep|keeps|kept|keeping) (the |an |its )?answers?\b/, 'cache the response'),
  ban(/\bputs? (it |them )?in(to)? words\b/, 'serialize, describe'),
  ban(/\b(sweep|sweeps|swept|sweeping) up\b|\bcleared away\b/, 'garbage collection, prune'),
  ban(/\bother half\b/, 'matching transfer'),
  ban(/\bin hand\b/, 'available'),
  ban(/\b(put|puts|set|sets|setting|putting) aside\b/, 'stage, defer, rename'),
  ban(/\bheld against\b|\bholds? \w+ against\b/, 'validate against, compare with'),
  ban(/\b(take|takes|took|taking) the place of\b/, 'replace'),
  ban(/\b(bring|brings|brought|bringing) (\w+ )?up to date\b/, 'sync, update, refresh'),
  ban(/\bbeyond the plan\b/, 'over budget'),
  ban(/\bstand in world\b/, 'sandbox'),
  ban(/\brefusals?\b/, 'rejection, error'),
  ban(/\bpatience\b/, 'retry policy, grace period'),
  ban(/\btroubles?\b/, 'fault, error'),
  ban(/\bunanswered\b/, 'without a response'),
  ban(/\bslow reference\b/, 'reference implementation'),
  ban(/\btake(s|n)? turns\b|\bline is full\b|\bwaits? in line\b/, 'queue, slot, limit'),
  ban(/\b(got|gets|get) lost\b/, 'was lost, is lost'),

  ban(
    /\b(remov(e|es|ed|ing|al of)|disabl(e|es|ed|ing)|enabl(e|es|ed|ing)) (the )?two step verification\b/,
    'turn off or turn on two-step verification',
  ),
  ban(
    /\btwo step verification (\w+ ){0,6}(removed|disabled|enabled)\b/,
    'two-step verification turned off or on',
  ),
  ban(/\bturn(s|ed|ing)? off (the |an |your )?authenticator app\b/, 'two-step verification'),
  ban(/\b(unlink|disable|turn off)(s|ed|ing)? (the |a |your )?passkeys?\b/, 'remove'),

  // Personified code and vague subjects
  ban(/\bwhoever\b/, 'the user, the caller, or another noun'),
  ban(/\b(somebody|everybody|anybody)\b/, 'a user, all users, or another noun'),
  ban(/\bwho is (paid|signed)\b/, 'paid users, signed-in users'),
  ban(/\b(is|are|was|were|been|being) told\b/, 'is notified, receives, reads'),
  ban(/\b(say|says|said|saying|tell|tells|told|telling) of\b/, 'describe, report'),
  ban(/\bis said (so|to|of)\b/, 'report, show'),
  ban(/\bknows? (no|nothing)\b/, 'does not depend on'),
  ban(/\btells? whether\b/, 'true if'),

  // Inverted or archaic wording
  ban(/\banew\b/, 'again, or a precise verb: retry, restart, rebuild'),
  ban(/\bbesides\b/, 'in addition to, except'),
  ban(/\bat hand\b/, 'available'),
  ban(/\bin vain\b/, 'without success'),
  ban(/\bto be had\b|\bnot to be found\b/, 'available, not found'),
  ban(/\bwhose it is\b/, 'its owner'),
  ban(/\b(that|what|this|which) is no\b(?! longer)/, 'that is not a'),
  ban(/\bwas it not\b/, "Wasn't"),
  ban(/\bof no account\b/, 'name the accounts'),
  ban(/\bit (is|was) of (january|february|march|april|may|june|july|august)\b/, 'its date is'),
  ban(/\bwhat (is|was) (not )?(there|left)\b|\bwhat there is\b/, 'name what exists or remains'),
  ban(/\b(is|are|was|were) not there\b/, 'is missing, does not exist'),
  ban(/\b(gone|go|goes|going) on from\b|\bto go on\b/, 'continue'),
  ban(/\b(stay|stays|leave|leaves|left) (\w+ ){0,3}as (it|they) (was|were)\b/, 'is unchanged'),
  ban(/\bcounts for (an|a|one) (hour|day)\b/, 'expires in'),

  // Copy
  ban(/\bstands? for no character\b/, 'Invalid percent-encoding'),
  ban(/\bbills aside\b/, 'excluding bills'),
  ban(/\badd up again\b/, 'Retry'),
  ban(/\blately about\b/, 'Recent average:'),
  ban(/\bnot said\b/, 'Not set'),
  ban(/\bat irregular times\b/, 'Irregular'),
  ban(/\d %([.,;:)]|$| (of|above|and|or|in|through|spent)\b)/, 'no space before %'),
];
