// Made from the program's own types by tools/wire_types.py: change those, not this.

export const AdminSecret = {
  "secret": {
    "maxLength": 200
  }
} as const;

export const AskWhy = {
  "part": {
    "maxLength": 200
  }
} as const;

export const AuditQuery = {
  "limit": {
    "minimum": 1,
    "maximum": 500
  }
} as const;

export const Clock = {
  "move": {
    "minimum": 5,
    "maximum": 5184000
  },
  "reserve": {
    "minimum": 0,
    "maximum": 86400
  }
} as const;

export const Closing = {
  "why": {
    "minLength": 1,
    "maxLength": 300
  }
} as const;

export const Credentials = {
  "name": {
    "maxLength": 200
  },
  "secret": {
    "maxLength": 200
  }
} as const;

export const Deletion = {
  "secret": {
    "maxLength": 200
  }
} as const;

export const Draw = {
  "numbers": {
    "items": {
      "minItems": 2,
      "maxItems": 2
    }
  }
} as const;

export const Draws = {
  "lists": {
    "items": {
      "items": {
        "minItems": 2,
        "maxItems": 2
      }
    }
  }
} as const;

export const HistoryQuery = {
  "limit": {
    "minimum": 1,
    "maximum": 500
  }
} as const;

export const LayoutQuery = {
  "options": {
    "maxLength": 4000
  }
} as const;

export const LeaderboardQuery = {
  "limit": {
    "minimum": 1,
    "maximum": 500
  }
} as const;

export const MomentsQuery = {
  "start": {
    "minimum": 0,
    "maximum": 1000000
  },
  "count": {
    "minimum": 1,
    "maximum": 200
  }
} as const;

export const NewAnnouncement = {
  "text": {
    "minLength": 1,
    "maxLength": 300
  },
  "seconds": {
    "minimum": 60,
    "maximum": 31622400
  }
} as const;

export const NewBlock = {
  "value": {
    "minLength": 1,
    "maxLength": 400
  },
  "seconds": {
    "minimum": 60,
    "maximum": 31622400
  },
  "why": {
    "maxLength": 300
  }
} as const;

export const NewName = {
  "name": {
    "minLength": 1,
    "maxLength": 400,
    "maxCharacters": 30
  }
} as const;

export const NewPassword = {
  "secret": {
    "maxLength": 200
  },
  "password": {
    "minLength": 8,
    "maxLength": 200
  }
} as const;

export const NewPlayers = {
  "names": {
    "minItems": 1,
    "maxItems": 12,
    "items": {
      "minLength": 1,
      "maxLength": 400,
      "maxCharacters": 30
    }
  }
} as const;

export const NewProfile = {
  "name": {
    "minLength": 1,
    "maxLength": 400,
    "maxCharacters": 30
  },
  "password": {
    "minLength": 8,
    "maxLength": 200
  }
} as const;

export const NewReport = {
  "text": {
    "maxLength": 500
  }
} as const;

export const NewTable = {
  "seats": {
    "minItems": 1,
    "maxItems": 12
  },
  "away": {
    "minimum": 10,
    "maximum": 5184000
  }
} as const;

export const NewWebhook = {
  "url": {
    "minLength": 1,
    "maxLength": 1000
  }
} as const;

export const PastQuery = {
  "at": {
    "minimum": 0,
    "maximum": 9007199254740992
  },
  "seat": {
    "minimum": 0,
    "maximum": 100
  },
  "before": {
    "minimum": 0,
    "maximum": 9007199254740992
  },
  "count": {
    "minimum": 1,
    "maximum": 100
  }
} as const;

export const PersonHere = {
  "name": {
    "minLength": 1,
    "maxLength": 400,
    "maxCharacters": 30
  }
} as const;

export const PlayMove = {
  "move": {
    "maxLength": 200
  }
} as const;

export const Proof = {
  "secret": {
    "maxLength": 200
  }
} as const;

export const PuzzleQuery = {
  "position": {
    "minimum": 0,
    "maximum": 1000000
  }
} as const;

export const QrQuery = {
  "link": {
    "minLength": 1,
    "maxLength": 150
  },
  "base": {
    "maxLength": 200
  }
} as const;

export const QuietHours = {
  "start": {
    "minimum": 0
  },
  "end": {
    "minimum": 0
  }
} as const;

export const Record = {
  "log": {
    "maxItems": 1000000,
    "items": {
      "minItems": 2,
      "maxItems": 2
    }
  }
} as const;

export const Redeem = {
  "ticket": {
    "minLength": 1,
    "maxLength": 100
  }
} as const;

export const ReportQuery = {
  "limit": {
    "minimum": 1,
    "maximum": 200
  }
} as const;

export const Roll = {
  "outcome": {
    "maxLength": 2000
  }
} as const;

export const SendMessage = {
  "text": {
    "minLength": 1,
    "maxLength": 300
  }
} as const;

export const Subscription = {
  "endpoint": {
    "minLength": 1,
    "maxLength": 1000
  },
  "p256dh": {
    "minLength": 1,
    "maxLength": 200
  },
  "auth": {
    "minLength": 1,
    "maxLength": 200
  },
  "zone": {
    "minLength": 1,
    "maxLength": 100
  }
} as const;

export const TableQuery = {
  "search": {
    "maxLength": 100
  },
  "limit": {
    "minimum": 1,
    "maximum": 200
  },
  "offset": {
    "minimum": 0,
    "maximum": 10000000
  }
} as const;
