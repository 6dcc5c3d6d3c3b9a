import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { maxTagNameLength } from './rules/annotation-limits.ts';
import { tagColors } from './rules/tag-colors.ts';
import { Id, IdInput, notBlank } from './values.ts';

const TagColor = Type.Enum([...tagColors]);

/** A user's label for transactions. Names are unique per user without regard to case. */
export const Tag = strict({ id: Id, name: Type.String(), color: TagColor });

export const tagsCalls = defineCalls({
  'GET /user/tags': {
    access: 'paid',
    demo: true,
    summary: "Lists the user's tags by name",
    response: strict({ tags: Type.Array(Tag) }),
  },
  'POST /user/tags': {
    access: 'paid',
    summary: 'Creates a tag; without a color, it gets the next one',
    status: 201,
    body: strict({ name: notBlank(maxTagNameLength), color: Type.Optional(TagColor) }),
    problems: ['conflict', 'unprocessable'],
    response: Tag,
  },
  'PATCH /user/tags/:id': {
    access: 'paid',
    summary: 'Renames a tag or changes its color',
    params: strict({ id: IdInput }),
    body: strict({
      name: Type.Optional(notBlank(maxTagNameLength)),
      color: Type.Optional(TagColor),
    }),
    problems: ['conflict', 'unprocessable'],
    response: Tag,
  },
  'DELETE /user/tags/:id': {
    access: 'paid',
    summary: 'Deletes a tag and removes it from every transaction',
    params: strict({ id: IdInput }),
    status: 204,
    response: Type.Null(),
  },
});
