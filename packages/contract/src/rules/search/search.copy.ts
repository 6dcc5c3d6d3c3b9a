/** Messages for errors in a search, and descriptions of its operators. */
export const searchCopy = {
  errors: {
    misspelled_operator:
      'There is no search operator "{name}". Did you mean "{suggestion}"? Otherwise, put the word in quotes.',
    missing_value: 'Add a value after "{name}:", such as {example}.',
    invalid_amount: '"{value}" is not an amount. Use {example}, or 20..50 for a range.',
    invalid_date: '"{value}" is not a date. Use {example}, a year, a day, or a range of them.',
    reversed_range: 'The start of the range "{value}" is after its end.',
    unknown_value: '"{value}" is not a value of "{name}:". Possible values: {values}.',
    unclosed_quote: 'The closing quotation mark is missing.',
    unclosed_group: 'The closing parenthesis is missing.',
    empty_quote: 'There is nothing between the quotation marks.',
    empty_group: 'There is nothing between the parentheses.',
  },
  operators: {
    amount: 'Amount, in or out',
    category: 'Category or group',
    account: 'Account, its last digits, or its bank',
    date: 'Day, month, or year',
    merchant: 'Merchant',
    tag: 'Tag',
    is: 'Pending, excluded, or reviewed',
    has: 'With a note',
  },
} as const;
